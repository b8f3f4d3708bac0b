/** Normalizes an email address for comparisons: lower case and NFC (decisions §2). */
export const emailKey = (email: string): string => email.normalize("NFC").toLowerCase();

/** Returns an address without its `+tag`, for limits: all tags reach the same person (RFC 5233). */
export const withoutTag = (email: string): string => email.replace(/(?<=[^@+])\+[^@]*(?=@[^@]*$)/, "");
