/** Normalizes an email address for comparisons: lower case and NFC (decisions §2). */
export const emailKey = (email: string): string => email.normalize("NFC").toLowerCase();
