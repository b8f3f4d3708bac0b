import type * as phoneNumbers from "libphonenumber-js/max";
import type { CountryCode, Examples, PhoneNumber } from "libphonenumber-js/max";
import { contactText } from "../../../../shared/domain/contactText.ts";

/** The used part of the library. Only forms with a phone question load it (49 kB). */
export type PhoneNumbers = Pick<
  typeof phoneNumbers,
  "parsePhoneNumberFromString" | "getCountries" | "getCountryCallingCode" | "getExampleNumber"
>;

/** A number as its two fields show it. */
export interface PhoneFields {
  country: CountryCode | null;
  text: string;
}

/** Returns a valid number in full (`+442079460958`), or the text as typed, which the check refuses. */
export function phoneAnswer({ country, text }: PhoneFields, library: PhoneNumbers): string | null {
  const typed = contactText(text);
  if (typed === "") return null;
  const number = parsed({ country, text: typed }, library);
  if (number?.isValid()) return number.ext ? number.format("INTERNATIONAL") : number.number;
  return typed.startsWith("+") || !country ? typed : `+${library.getCountryCallingCode(country)} ${typed}`;
}

/** Splits an answer into the two fields. `fallback`: country of a number without one. */
export function phoneFields(answer: string, fallback: CountryCode | null, library: PhoneNumbers): PhoneFields {
  const number = parsed({ country: fallback, text: answer }, library);
  if (number?.isValid() && number.country) return { country: number.country, text: number.formatNational() };
  const code = fallback && `+${library.getCountryCallingCode(fallback)} `;
  return { country: fallback, text: code && answer.startsWith(code) ? answer.slice(code.length) : answer };
}

/** Returns the country of a full number, so that the list follows what is typed. */
export function countryTyped(fields: PhoneFields, library: PhoneNumbers): CountryCode | null {
  return (contactText(fields.text).startsWith("+") && parsed(fields, library)?.country) || null;
}

/** Returns a number as it is typed in a country, or in full without one. */
export function phoneExample(country: CountryCode | null, library: PhoneNumbers, examples: Examples): string {
  const number = library.getExampleNumber(country ?? "GB", examples);
  return (country ? number?.formatNational() : number?.formatInternational()) ?? "";
}

function parsed({ country, text }: PhoneFields, library: PhoneNumbers): PhoneNumber | undefined {
  const options = { ...(country && { defaultCountry: country }), extract: false };
  return library.parsePhoneNumberFromString(contactText(text), options);
}
