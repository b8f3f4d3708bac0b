import { isSupportedCountry } from "libphonenumber-js/max";
import isFqdn from "validator/lib/isFQDN.js";
import { isDate } from "../../dates.ts";
import type { Formats } from "../../formats.ts";
import { isPattern } from "../pattern.ts";

export const dayDefaultMessage = 'must be a date such as 2026-01-31, "today" or {"days_from_today": n}';

/** Formats that only configs use, most of them because they need large libraries. */
export const configFormats: Formats = {
  hostname: { test: (text) => isFqdn.default(text), message: "must be a domain name such as example.com" },
  "country-code": { test: isSupportedCountry, message: "must be a two-letter country code such as DE" },
  "any-date": { test: isDate, message: "must be a date such as 2026-01-31" },
  "date-default": { test: (text) => text === "today" || isDate(text), message: dayDefaultMessage },
  re2: { test: isPattern, message: "must be a regular expression in RE2 syntax that isn't too large" },
};
