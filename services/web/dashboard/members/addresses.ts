/** A part before the @, and a domain with a dot. The service checks it again. */
const whole = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const longest = 254;

export const isWholeAddress = (address: string): boolean => address.length <= longest && whole.test(address);

/** Returns the addresses of a typed or pasted list, such as `Ada <ada@example.com>, bob@example.com`. */
export function addressesIn(text: string): string[] {
  const bracketed = [...text.matchAll(/<([^<>\s]+@[^<>\s]+)>/g)].map(([, address = ""]) => address);
  if (bracketed.length > 0) {
    const others = text.replaceAll(/[^,;\n]*<[^<>]*>/g, " ");
    return [...bracketed, ...addressesIn(others)];
  }
  return text.split(/[\s,;]+/).filter((part) => part !== "");
}

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
