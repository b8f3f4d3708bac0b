import { givenIn } from "../../../respondent/prefill/address.ts";
import { givenReply } from "../../../respondent/prefill/answers.ts";
import { type KnownQuestion, linkContext } from "../links/prefillCells.ts";
import { refusalText } from "../refusalText.ts";
import { type GivenAnswers, givenParams } from "./links.ts";

interface Checked {
  /** the answers that their questions accept */
  fitting: GivenAnswers;
  /** why others don't fit, by question */
  problems: ReadonlyMap<string, string>;
}

/** Checks answers as the page that reads them from a link, which leaves out those that don't fit. Pure except for the day. */
export function checkedAnswers(questions: readonly KnownQuestion[], answers: GivenAnswers): Checked {
  const given = givenIn("", givenParams(answers).toString());
  const fitting = new Set<string>();
  const problems = new Map<string, string>();
  for (const { id, question } of questions) {
    const reply = givenReply(id, question, given, linkContext());
    if (reply?.kind === "answer") fitting.add(id);
    if (reply?.kind === "problem") problems.set(id, refusalText(reply, question));
  }
  const kept = Object.entries(answers).filter(([key]) => fitting.has(key.split(".")[0] ?? ""));
  return { fitting: Object.fromEntries(kept), problems };
}
