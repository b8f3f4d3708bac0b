/**
 * Returns what was meant by a typed or copied email address, phone number or number. Leaves out marks that can't be seen.
 * Japanese keyboards write \uff20, \uff0e, \u3002 and \uff11.
 */
export const contactText = (text: string): string =>
  text
    .replace(/[\p{Cf}\p{DI}\x85\u2800]/gu, "")
    .replace(/[\uff01-\uff61]/g, (wide) => wide.normalize("NFKC"))
    .replace(/\u3002/g, ".")
    .trim();
