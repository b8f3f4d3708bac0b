import type { PageWords } from "../../languages/words.ts";
import { longDate } from "../dates.ts";
import type { GraphNode, Json } from "./types.ts";

/** Writes values as the respondent page does in a language (features §13). */

/** A language (BCP 47), with the page's own words in it. */
export interface Spoken {
  language: string;
  words: Pick<PageWords, "choices" | "emojis">;
}

/** Returns the value of a calculation. */
export const calculationIn = (language: string, value: number): string =>
  value.toLocaleString(language, { maximumFractionDigits: 6 });

/** Returns a number, a day, or an answer whose label is the default. Undefined for all others, which are texts of the form. */
export function writtenIn({ language, words }: Spoken, node: GraphNode, value: Json): string | undefined {
  const { question_type: type, data } = node;
  if (typeof value === "number") return value.toLocaleString(language, { maximumFractionDigits: 20 });
  if (type === "date") return longDate(String(value), language);
  const own = data.config ?? {};
  if (own.options || own[`${value}_label`]) return undefined;
  if (type === "yes_no") return words.choices[value as "yes" | "no"];
  return type === "emoji_rating" ? words.emojis[value as keyof typeof words.emojis] : undefined;
}
