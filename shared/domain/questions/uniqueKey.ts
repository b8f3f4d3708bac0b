import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { Json } from "../json.ts";
import type { ConfigOf } from "./config/declaration.ts";
import type * as phone from "./config/phone.ts";
import type { CompiledQuestion } from "./question.ts";

type PhoneConfig = ConfigOf<typeof phone.phone, "phone">;

/**
 * Returns the text that equal answers have in common (wants §22), for `config.unique`. Null for types without it, and for values that
 * aren't answers.
 */
export function uniqueKey({ type, config }: Pick<CompiledQuestion, "type" | "config">, answer: Json): string | null {
  if (type === "number") return typeof answer === "number" ? String(answer + 0) : null;
  if (typeof answer !== "string") return null;
  if (type === "short_text" || type === "email") return caseFolded(answer.normalize("NFC").trim());
  if (type !== "phone") return null;
  const { default_country: defaultCountry } = config as unknown as PhoneConfig;
  return parsePhoneNumberFromString(answer, { defaultCountry, extract: false })?.number ?? null;
}

/**
 * Folds case fully (Unicode, C and F): upper case unifies ß and ss, and final sigma. Only the dotless i has an upper case that
 * isn't its own folding.
 */
function caseFolded(text: string): string {
  const folded = text.split("ı").map((part) => part.toLowerCase().toUpperCase());
  return folded.join("ı").normalize("NFC");
}
