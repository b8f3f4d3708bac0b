/** Returns a language's name in itself, such as "Français", or the tag if it has none. */
export function nativeName(tag: string): string {
  const name = nameOf(tag);
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
