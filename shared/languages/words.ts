import type { mail } from "./en/mail.ts";
import type { page } from "./en/page.ts";

/** A text per plural category of `Intl.PluralRules`. A language has those that its rules know. */
export type Plural = { other: string } & { [Category in Intl.LDMLPluralRule]?: string };

type Same<Words> = {
  [Key in keyof Words]: Words[Key] extends string
    ? string
    : Words[Key] extends { other: string }
      ? Plural
      : Same<Words[Key]>;
};

/** Texts of the respondent page in a language. English has all of them, and the compiler finds what another language lacks. */
export type PageWords = Same<typeof page>;
/** Texts of emails to respondents. */
export type MailWords = Same<typeof mail>;

type Values = Readonly<Record<string, string>>;

/** Isolates the direction of a value from the text around it. */
const isolated = (value: string): string => `\u2068${value}\u2069`;

/** Fills the placeholders of a text. In a right-to-left text, each value keeps its own direction. */
export const filled = (text: string, values: Values, isRightToLeft = false): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? "";
    return isRightToLeft ? isolated(value) : value;
  });

/** Returns the text for a count in a language. */
export const pluralOf = (plural: Plural, count: number, language: string): string =>
  plural[new Intl.PluralRules(language).select(count)] ?? plural.other;
