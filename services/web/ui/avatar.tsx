import styles from "./avatar.module.css";

const hues = 6;

/** Returns a hue from an ID, the same on every page. */
export function hueOf(id: string, count: number): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % count;
}

/** Returns the initials of the first and last word. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ""]
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}

export interface AvatarProps {
  id: string;
  name: string;
  size?: "tiny" | "small" | "medium" | "large";
}

/** A person. Decoration: the name stands beside it. */
export const Avatar = ({ id, name, size = "medium" }: AvatarProps) => (
  <span
    aria-hidden="true"
    className={styles.avatar}
    data-hue={hueOf(id, hues)}
    data-size={size}
    data-letters={initials(name)}
  />
);
