/**
 * Formats JSON with one line per member, if that changes only white space. Text that JSON.parse would change (long numbers,
 * duplicate keys) and other text stays as it is.
 */
export function bodyText(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    return JSON.stringify(value) === body ? JSON.stringify(value, null, 2) : body;
  } catch {
    return body;
  }
}
