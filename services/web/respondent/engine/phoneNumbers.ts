import type * as phoneNumbers from "libphonenumber-js/max";

/**
 * Replaces "libphonenumber-js/max" in the respondent page and the dashboard (49 kB gzip). Empty until `loadEngine` or `useChecks`
 * fills it for forms with a phone question.
 */
let parse: typeof phoneNumbers.parsePhoneNumberFromString;
let isSupported: typeof phoneNumbers.isSupportedCountry;

export { isSupported as isSupportedCountry, parse as parsePhoneNumberFromString };

export async function fillPhoneNumbers(): Promise<void> {
  const real = await import("libphonenumber-js/max");
  parse = real.parsePhoneNumberFromString;
  isSupported = real.isSupportedCountry;
}
