import { isRealDate, isRealTimestamp } from "./dates.ts";
import { isEmailAddress } from "./emailAddress.ts";
import { hasUnseen } from "./names.ts";
import { isImageAddress, isWebAddress } from "./webAddress.ts";

/** A `format` of a schema with its error message. */
export interface Format {
  test(text: string): boolean;
  message: string;
}
export type Formats = Readonly<Record<string, Format>>;

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** DNS names and IP addresses only. URLs also allow `*` and `;`, which have a meaning in a Content-Security-Policy. */
const originHost = /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

/** Returns whether the text is an origin (RFC 6454, decisions §9.2 `embed_origins`). It is used in a Content-Security-Policy. */
const isOrigin = (text: string): boolean =>
  originHost.test(text) && isWebAddress(text, ["https:", "http:"]) && new URL(text).origin === text;

function isLanguage(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
/** ids of nodes, edges, options, rows, columns and hidden fields (decisions §4) */
export const idPattern = "^(?!(?:__proto__|constructor|prototype)$)[A-Za-z0-9_-]{1,64}$";
const id = new RegExp(idPattern);
export const isId = (text: string): boolean => id.test(text);
export const idPatternMessage = "must be 1–64 of A–Z, a–z, 0–9, _ and -";

/** UUID versions that clients can create: 4 and 7 (RFC 9562). */
const newUuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export const formats: Formats = {
  uuid: { test: (text) => uuidPattern.test(text), message: "must be a uuid" },
  "new-uuid": { test: (text) => newUuidPattern.test(text), message: "must be a uuid of version 4 or 7" },
  date: { test: isRealDate, message: "must be a date such as 2026-01-31" },
  "date-time": { test: isRealTimestamp, message: "must be an ISO 8601 timestamp such as 2026-01-31T12:00:00Z" },
  "date-or-time": {
    test: (text) => isRealDate(text) || isRealTimestamp(text),
    message: "must be an ISO date such as 2026-01-31, or a timestamp",
  },
  https: { test: (text) => isWebAddress(text, ["https:"]), message: "must be an https URL" },
  "image-url": { test: isImageAddress, message: "must be an https URL, or the `url` of an uploaded image" },
  origin: {
    test: (text) => text === "*" || isOrigin(text),
    message: "must be an origin such as https://www.example.com, without a path",
  },
  name: { test: (text) => !hasUnseen(text), message: "has characters that can't be seen" },
  "email-address": { test: isEmailAddress, message: "must be an email address" },
  language: { test: isLanguage, message: "must be a language tag such as en, de-CH or pt-BR" },
};
