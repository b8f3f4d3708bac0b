/** Returns a readable name for an identifier: `opinion_scale` → `Opinion scale`. */
export function readable(identifier: string): string {
  const words = identifier.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
