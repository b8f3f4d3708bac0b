import type * as phoneNumbers from "libphonenumber-js/max";
import type { CountryCode, PhoneNumber } from "libphonenumber-js/max";

/** What is used of the library, which is loaded for the forms that need it alone (49 kB). */
export type PhoneNumbers = Pick<
  typeof phoneNumbers,
  "parsePhoneNumberFromString" | "getCountries" | "getCountryCallingCode"
>;

/** A number as its two fields show it. */
export interface PhoneFields {
  country: CountryCode | null;
  text: string;
}

/** What the fields say as one text: a valid number in full (`+442079460958`), else what was typed, which the check refuses. */
export function phoneAnswer({ country, text }: PhoneFields, library: PhoneNumbers): string | null {
  const typed = text.trim();
  if (typed === "") return null;
  const number = parsed({ country, text: typed }, library);
  if (number?.isValid()) return number.ext ? number.format("INTERNATIONAL") : number.number;
  return typed.startsWith("+") || !country ? typed : `+${library.getCountryCallingCode(country)} ${typed}`;
}

/** An answer as the fields show it; `fallback` is the country of a number that names none. */
export function phoneFields(answer: string, fallback: CountryCode | null, library: PhoneNumbers): PhoneFields {
  const number = parsed({ country: fallback, text: answer }, library);
  if (number?.isValid() && number.country) return { country: number.country, text: number.formatNational() };
  const code = fallback && `+${library.getCountryCallingCode(fallback)} `;
  return { country: fallback, text: code && answer.startsWith(code) ? answer.slice(code.length) : answer };
}

/** The country that a number in full names: the list follows what is typed. */
export function countryTyped(fields: PhoneFields, library: PhoneNumbers): CountryCode | null {
  return (fields.text.trim().startsWith("+") && parsed(fields, library)?.country) || null;
}

function parsed({ country, text }: PhoneFields, library: PhoneNumbers): PhoneNumber | undefined {
  const options = { ...(country && { defaultCountry: country }), extract: false };
  return library.parsePhoneNumberFromString(text, options);
}
