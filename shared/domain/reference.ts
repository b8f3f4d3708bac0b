/** Normalizes the reference of a personal link for comparisons: trimmed, NFC, lower case (features §15). */
export const referenceKey = (reference: string): string => reference.trim().normalize("NFC").toLowerCase();
