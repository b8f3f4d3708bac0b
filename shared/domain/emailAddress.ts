import isEmail from "validator/lib/isEmail.js";

/** Accepts up to 254 characters, the limit of validator and RFC 5321 §4.5.3.1.3. */
export function isEmailAddress(value: string): boolean {
  // validator accepts line breaks in a quoted local part, which could inject email headers, and characters that can't be seen
  return value.isWellFormed() && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value) && isEmail.default(value);
}
