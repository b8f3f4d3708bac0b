import * as words from "../../../strings/en/dashboard/privacy.ts";

/** Facts for a privacy notice of a form (wants §21.5). */
export interface PrivacyFacts {
  workspace: string;
  /** titles of personal questions */
  personal: readonly string[];
  /** number of other questions */
  others: number;
  hiddenFields: readonly string[];
  /** days until responses are deleted; null if they are kept */
  days: number | null;
  /** the same of personal answers */
  personalDays: number | null;
  readers: { all: number; anonymous: number } | null;
  receivers: readonly { name: string; isOmitted: boolean }[];
}

/** Returns the paragraphs of a notice. */
export function privacyNotice(facts: PrivacyFacts): string {
  const { personal, days, personalDays, readers, receivers } = facts;
  const isEarlier = personal.length > 0 && personalDays !== null && (days === null || personalDays < days);
  const paragraphs = [
    [
      words.holds(personal),
      words.alsoHolds(facts.others, personal.length),
      words.technical,
      words.hiddenFields(facts.hiddenFields),
    ],
    [words.keptFor(days), isEarlier ? words.personalKeptFor(personalDays) : ""],
    [readers ? words.readBy(facts.workspace, readers.all, readers.anonymous) : ""],
    receivers.map(({ name, isOmitted }) => words.sentTo(name, isOmitted)),
  ];
  return paragraphs
    .map((sentences) => sentences.filter(Boolean).join(" "))
    .filter(Boolean)
    .join("\n\n");
}
