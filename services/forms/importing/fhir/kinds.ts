import { type Raw, record, records, text } from "../values.ts";

/** Kind of an item's answers. FHIR never finds answers equal to a value of another kind. */
export type AnswerKind = "boolean" | "number" | "date" | "dateTime" | "time" | "text" | "coded" | "reference";

const kindsOfTypes: ReadonlyMap<string, AnswerKind> = new Map([
  ["boolean", "boolean"],
  ["decimal", "number"],
  ["integer", "number"],
  ["quantity", "number"],
  ["date", "date"],
  ["dateTime", "dateTime"],
  ["instant", "dateTime"],
  ["time", "time"],
  ["string", "text"],
  ["text", "text"],
  ["url", "text"],
  ["uri", "text"],
  ["choice", "coded"],
  ["open-choice", "coded"],
  ["coding", "coded"],
  ["code", "coded"],
  ["reference", "reference"],
]);

/** Returns the kind of an item's answers, or null if they can't be compared. Options decide, since R4 has choices of texts. */
export function kindOf(raw: Raw): AnswerKind | null {
  const [option] = [...records(raw.answerOption), ...records(raw.option)];
  return (option && kindOfValue(option, "value")) ?? kindsOfTypes.get(text(raw.type)) ?? null;
}

/** Returns the kind of `valueInteger`, `answerCoding` and the like, or null without such a value. */
export function kindOfValue(of: Raw, prefix: "value" | "answer"): AnswerKind | null {
  const key = Object.keys(of).find((one) => one.startsWith(prefix) && /^[A-Z]/.test(one.slice(prefix.length)));
  const type = key?.slice(prefix.length) ?? "";
  return kindsOfTypes.get(type === "DateTime" ? "dateTime" : type.toLowerCase()) ?? null;
}

/** Returns the kinds of all items by link ID. The first one counts if an ID occurs twice. */
export function kindsOf(of: Raw, found = new Map<string, AnswerKind | null>()): ReadonlyMap<string, AnswerKind | null> {
  for (const raw of records(of.item)) {
    const linkId = text(raw.linkId);
    if (!found.has(linkId)) found.set(linkId, kindOf(record(raw)));
    kindsOf(raw, found);
  }
  return found;
}
