import type { NewLink } from "../../../shared/api/shapes/links.ts";
import { utcDay } from "../../../shared/domain/dates.ts";
import { isEmailAddress } from "../../../shared/domain/emailAddress.ts";
import type { Json } from "../../../shared/domain/json.ts";
import type { CheckContext, CompiledQuestion, Refusal } from "../../../shared/domain/questions/question.ts";
import { refusalError } from "../../../shared/domain/questions/refusalError.ts";
import { referenceKey } from "../../../shared/domain/reference.ts";
import { newOrderedUuids } from "../../../shared/platform/ids.ts";
import { sizeProblems } from "../hiddenValues.ts";
import { offerOf } from "../languages.ts";
import type { NewLinkRow } from "../store/links.ts";
import type { CompiledVersion } from "../versions.ts";
import { unknownHidden } from "./hiddenKeys.ts";

/** Input of a published form: its hidden fields, questions and languages. Null if it isn't published. */
export interface Published {
  version: CompiledVersion;
  language: string;
}

export interface CheckedLinks {
  rows: NewLinkRow[];
  /** each `links.<index>.<field>: <message>` */
  errors: string[];
}

/** Returns whether a link needs a published form, by whose version it is checked. */
export const needsForm = ({ hidden = {}, prefill = {}, language = null }: NewLink): boolean =>
  Object.keys(hidden).length > 0 || Object.keys(prefill).length > 0 || language !== null;

/** Checks new links by the form's version, value by value for time slices (features §15). */
export function* checkingLinks(
  links: readonly NewLink[],
  published: Published | null,
  now: Date,
): Generator<void, CheckedLinks> {
  const checked: CheckedLinks = { rows: [], errors: [] };
  const seen = new Map<string, number>();
  const ids = newOrderedUuids(links.length);
  for (const [index, link] of links.entries()) {
    const row = rowOf(link, ids[index] as string);
    const key = referenceKey(row.reference);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    const problems = [
      ...ownProblems(row, now),
      ...(first === undefined ? [] : [`reference: is the same as that of links.${first}`]),
      ...(published ? yield* checkingForm(link, published, now) : []),
    ];
    checked.errors.push(...problems.map((problem) => `links.${index}.${problem}`));
    checked.rows.push(row);
    yield;
  }
  return checked;
}

/** Without an address of its own, a reference that is one gets the link's emails. */
function rowOf(link: NewLink, id: string): NewLinkRow {
  const reference = link.reference.trim().normalize("NFC");
  const { email = null, language = null, hidden = {}, prefill = {}, expires_at = null, max_responses = 1 } = link;
  return {
    id,
    reference,
    email: email?.trim() ?? (isEmailAddress(reference) ? reference : null),
    language,
    hidden,
    prefill,
    expires_at: expires_at === null ? null : new Date(expires_at),
    max_responses,
  };
}

const ownProblems = ({ reference, email, expires_at, hidden }: NewLinkRow, now: Date): string[] => [
  ...sizeProblems(hidden),
  ...(reference === "" ? ["reference: must not be blank"] : []),
  ...(email !== null && !isEmailAddress(email) ? ["email: must be an email address"] : []),
  ...(expires_at !== null && expires_at <= now ? ["expires_at: must be in the future"] : []),
];

function* checkingForm(
  { hidden = {}, prefill = {}, language = null }: NewLink,
  { version, language: own }: Published,
  now: Date,
): Generator<void, string[]> {
  const { compiled } = version;
  const offer = offerOf(version, own);
  const isOffered = language === null || offer.has(language);
  const context: CheckContext = { today: utcDay(now), isIssuedFile: () => false };
  const unfit: string[] = [];
  for (const [nodeId, value] of Object.entries(prefill)) {
    const problem = prefillProblem(compiled.nodes.get(nodeId)?.question, value, context);
    if (problem !== null) unfit.push(refusalError(`prefill.${nodeId}`, problem));
    // a pattern takes milliseconds
    yield;
  }
  return [
    ...unknownHidden(compiled, hidden),
    ...unfit,
    ...(isOffered ? [] : [`language: must be one of ${offer.tags.join(", ")}`]),
  ];
}

type Prefilled = Pick<Refusal, "at" | "message"> | null;

function prefillProblem(question: CompiledQuestion | undefined, value: Json, context: CheckContext): Prefilled {
  if (!question || question.is_screen) return { message: "question not found" };
  if (question.uploads) return { message: "must not be a question for files" };
  const reply = question.check(value, context);
  if (reply.kind === "problem") return reply;
  return reply.kind === "skip" ? { message: "must not be empty" } : null;
}
