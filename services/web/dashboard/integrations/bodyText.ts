/**
 * A body as it is read best: JSON with a line a member, where that changes nothing but white space. What JSON.parse would
 * change (long numbers, names that come twice), and what is no JSON, stays as it is.
 */
export function bodyText(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    return JSON.stringify(value) === body ? JSON.stringify(value, null, 2) : body;
  } catch {
    return body;
  }
}
