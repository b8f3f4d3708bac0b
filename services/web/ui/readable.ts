/** `opinion_scale` → `Opinion scale`: what a person calls a thing that is known by an identifier alone. */
export function readable(identifier: string): string {
  const words = identifier.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
