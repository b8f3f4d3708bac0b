import type { ImportCause } from "../../../shared/api/shapes/imports.ts";
import type { Issue } from "./importedForm.ts";

const causeLimit = 100;
const nodeLimit = 50;
const messageLimit = 1_000;

/** Groups issues by what causes them, the most frequent cause first. Issues without a common cause stand for themselves. */
export function causesOf(issues: readonly Issue[]): ImportCause[] {
  const groups = Map.groupBy(issues, ({ cause, code, message }) => cause || `${code}\u0000${message}`);
  return [...groups.values()]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, causeLimit)
    .map((group) => ({
      code: group[0]?.code ?? "",
      message: messageOf(group),
      issues_count: group.length,
      node_ids: [...new Set(group.flatMap(({ node_id }) => node_id ?? []))].slice(0, nodeLimit),
    }));
}

function messageOf([first, ...others]: readonly Issue[]): string {
  if (!first) return "";
  const { cause, code, message } = first;
  const count = others.length + 1;
  const isAlone = cause === "" || count === 1;
  const what = isAlone
    ? message
    : `${count.toLocaleString("en")} parts depend on ${cause}${cause.endsWith(".") ? "" : "."}`;
  const todo = advice.get(code);
  const text = todo ? `${what} ${todo}` : what;
  return (text.length > messageLimit ? `${text.slice(0, messageLimit)}…` : text).toWellFormed();
}

const setCondition = "Set “Show this only if…” of these questions in the builder.";

/** Ways to fix issues, by their code. */
const advice: ReadonlyMap<string, string> = new Map([
  ["condition", setCondition],
  ["show_if", setCondition],
  ["calculation", "Add a calculation in the builder, or write its conditions by hand."],
  ["rule", "Add the rule to the question in the builder."],
  ["valid_if", "Add the rule to the question in the builder."],
  ["choice_filter", "Set a condition for each choice in the builder."],
  ["option_condition", "Set a condition for each option in the builder."],
  ["default", "Say in the title or description what respondents should enter."],
  ["repeat", "Add the questions as often as you need, each with a condition."],
  ["repeats", "Add the questions as often as you need, each with a condition."],
  ["media", "Upload the image in the builder."],
  ["value_set", "Add the options in the builder."],
  ["external_choices", "Add the choices in the builder."],
  ["attachment_missing", "Import the form again and attach this file, or add the choices in the builder."],
  ["backward_jump", "Copy the earlier questions to the place where respondents answer them again."],
]);
