import { contactText } from "../../../../shared/domain/contactText.ts";

const letters = '[^\\s@<>,;:"()\\ufffd.]';
/** A part before the @, and a domain with a dot. The service checks it again. */
const whole = new RegExp(`^(?:${letters}|\\.)+@(?:${letters}+\\.)+${letters}{2,}$`);
const longest = 254;

export const isWholeAddress = (address: string): boolean => address.length <= longest && whole.test(address);

/** `:::` is in exports of Google's contacts. */
const separator = /[\s,;、]|:::/;
const bracketed = /<([^<>]*@[^<>]*)>/g;

/**
 * Returns the addresses of a typed or pasted list, such as `Lovelace, Ada <ada@example.com>; bob@example.com`. Names before brackets are
 * left out. Other texts stay, so that people can correct them.
 */
export function addressesIn(text: string): string[] {
  const typed = isAscii(text) ? text.trim() : contactText(text);
  if (isWholeAddress(typed)) return [typed];
  const plain = typed.replace(/"([^"]*)"/g, (_, inner: string) => (inner.includes("@") ? inner : ""));
  const found: string[] = [];
  let end = 0;
  for (const match of plain.matchAll(bracketed)) {
    const before = plain.slice(end, match.index).split(/[,;\n\t]/);
    found.push(...before.slice(0, -1).filter((part) => part.includes("@")), match[1] ?? "");
    end = match.index + match[0].length;
  }
  return [...found, plain.slice(end)].flatMap((part) => part.split(separator)).flatMap((part) => withoutScheme(part));
}

/** Saves most of the work on a file of 100,000 addresses. */
const isAscii = (text: string): boolean => /^[\t\n\r -~]*$/.test(text);

/** Returns nothing for an empty part. */
const withoutScheme = (part: string): string[] => [part.replace(/^mailto:/i, "")].filter((address) => address !== "");

/** Adds addresses that aren't in the list yet. Upper and lower case are the same. */
export function withAddresses(list: readonly string[], added: readonly string[]): string[] {
  const known = new Set(list.map((address) => address.toLowerCase()));
  const fresh = added.filter((address) => {
    const isKnown = known.has(address.toLowerCase());
    known.add(address.toLowerCase());
    return !isKnown;
  });
  return [...list, ...fresh];
}
