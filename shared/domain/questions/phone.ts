/** phone (decisions §4.1). */
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { oneColumn, plainCell } from "./columns.ts";
import type { ConfigOf } from "./config/declaration.ts";
import type * as config from "./config/phone.ts";
import type { Question } from "./question.ts";
import { answered, named, refused } from "./reply.ts";
import { scoringModes } from "./scoringModes.ts";

type Config = ConfigOf<typeof config.phone, "phone">;

/** Digits, separators and an extension. Valid numbers can have other text (`;isub=…`). */
const plainNumber =
  /^[+\uFF0B]?[\p{Nd}\p{Zs}\p{Pd}().,/[\]~]+(?:(?:;ext=|[\p{Zs},]*(?:extn?\.?|x|#)[:.]?\p{Zs}*)\p{Nd}+#?)?$/iu;

export const phone: Question<Config> = {
  family: "text",
  scoring: scoringModes.text,
  check(value, { default_country, allowed_countries }) {
    // libphonenumber ignores trailing white space
    if (typeof value !== "string" || value !== value.trim()) return refused("must be a phone number", "phone");
    // `extract: false` requires the whole text to be a number
    const number = parsePhoneNumberFromString(value, { defaultCountry: default_country, extract: false });
    if (!number?.isValid()) {
      return refused(
        default_country ? "must be a valid phone number" : "must be a valid phone number that starts with +",
        "phone",
      );
    }
    if (allowed_countries.length > 0 && !(number.country && allowed_countries.includes(number.country))) {
      return refused(`must be a phone number from ${named(allowed_countries)}`, "country");
    }
    return answered(value);
  },
  domain: () => ({ family: "text" }),
  columns: oneColumn,
  cells: plainCell,
  isFormulaSafe: (cell) => plainNumber.test(cell),
};
