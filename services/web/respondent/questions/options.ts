/** The list of a combobox: what is typed finds the options that have each of its words. */

interface Labelled {
  label: string;
}

/** In their order; those that begin with what is typed come first. Case and accents count for nothing. */
export function matching<T extends Labelled>(options: readonly T[], typed: string): T[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...options];
  const found = options.filter(({ label }) => words.every((word) => plain(label).includes(word)));
  const startsWith = ({ label }: T) => plain(label).startsWith(plain(typed).trim());
  return [...found.filter(startsWith), ...found.filter((option) => !startsWith(option))];
}

/** The option that is named whole by what is typed. */
export function named<T extends Labelled>(options: readonly T[], typed: string): T | undefined {
  return options.find(({ label }) => plain(label) === plain(typed).trim());
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
