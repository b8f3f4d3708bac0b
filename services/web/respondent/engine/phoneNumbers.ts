import type * as phoneNumbers from "libphonenumber-js/max";

/**
 * What the question types import as "libphonenumber-js/max" in the respondent's build (49 kB gzip): nothing, until
 * `loadEngine` fills it for a form that asks for a phone number.
 */
let parse: typeof phoneNumbers.parsePhoneNumberFromString;
let isSupported: typeof phoneNumbers.isSupportedCountry;

export { isSupported as isSupportedCountry, parse as parsePhoneNumberFromString };

export async function fillPhoneNumbers(): Promise<void> {
  const real = await import("libphonenumber-js/max");
  parse = real.parsePhoneNumberFromString;
  isSupported = real.isSupportedCountry;
}
