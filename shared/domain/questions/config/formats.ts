import { isSupportedCountry } from "libphonenumber-js/max";
import isFqdn from "validator/lib/isFQDN.js";
import type { Formats } from "../../formats.ts";
import { isPattern } from "../pattern.ts";

/** Formats that only configs use, because they need large libraries. */
export const configFormats: Formats = {
  hostname: { test: (text) => isFqdn.default(text), message: "must be a domain name such as example.com" },
  "country-code": { test: isSupportedCountry, message: "must be a two-letter country code such as DE" },
  re2: { test: isPattern, message: "must be a regular expression in RE2 syntax that isn't too large" },
};
