/** Finds options of a combobox by the words typed. */

interface Labelled {
  label: string;
}

/** Returns matching options in their order, those that start with the text first. Ignores case and accents. */
export function matching<T extends Labelled>(options: readonly T[], typed: string): T[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const found = options.filter(({ label }) => words.every((word) => plain(label).includes(word)));
  const startsWith = ({ label }: T) => plain(label).startsWith(plain(typed).trim());
  return [...found.filter(startsWith), ...found.filter((option) => !startsWith(option))];
}

/** Returns the option whose whole label was typed. */
export function named<T extends Labelled>(options: readonly T[], typed: string): T | undefined {
  return options.find(({ label }) => plain(label) === plain(typed).trim());
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
