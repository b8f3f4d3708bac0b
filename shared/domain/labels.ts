/** Maximum labels of a form (wants §21.3). */
export const labelLimit = 10;
/** Maximum characters of a label. */
export const labelLength = 50;

/** Labels with the same key are the same to a filter, and can't both be on a form. */
export const labelKey = (text: string): string => text.trim().normalize("NFC").toLowerCase();
