/** phone (decisions §4.1). */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { oneColumn, plainCell } from "./columns.ts";
import { byDefault, list, object, optional, parse, type Read, rule } from "./config.ts";
import type { Question } from "./question.ts";
import { answered, refused } from "./reply.ts";
import { scoringModes } from "./scoring.ts";

const MAX_COUNTRIES = 300;

const country = rule("must be a two-letter country code such as DE", (raw): raw is CountryCode => {
  return typeof raw === "string" && isSupportedCountry(raw);
});

const config = object(
  {
    default_country: optional(country),
    allowed_countries: byDefault([], list(country, { min: 0, max: MAX_COUNTRIES, unique: { of: (code) => code } })),
  },
  ({ default_country, allowed_countries }, report) => {
    if (default_country && allowed_countries.length > 0 && !allowed_countries.includes(default_country)) {
      report("default_country", "is not one of allowed_countries");
    }
  },
);

type Config = Read<typeof config>;

export const phone: Question<Config> = {
  family: "text",
  scoring: scoringModes.text,
  parseConfig: (raw) => parse(config, raw),
  check(value, { default_country, allowed_countries }) {
    // libphonenumber overlooks white space at the end
    if (typeof value !== "string" || value !== value.trim()) return refused("must be a phone number");
    // `extract: false`: the whole text is the number, not some part of it
    const number = parsePhoneNumberFromString(value, { defaultCountry: default_country, extract: false });
    if (!number?.isValid()) {
      return refused(
        default_country ? "must be a valid phone number" : "must be a valid phone number that starts with +",
      );
    }
    if (allowed_countries.length > 0 && !(number.country && allowed_countries.includes(number.country))) {
      return refused(`must be a phone number of ${allowed_countries.join(", ")}`);
    }
    return answered(value);
  },
  domain: () => ({ family: "text" }),
  columns: oneColumn,
  cells: plainCell,
};
