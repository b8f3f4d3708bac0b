/** An e-mail address as it is compared and counted: without case, in composed characters (decisions §2). */
export const emailKey = (email: string): string => email.normalize("NFC").toLowerCase();
