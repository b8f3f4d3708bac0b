import styles from "./avatar.module.css";
import { Icon } from "./icon.tsx";

/** Number of hues of people, and of workspaces. */
const [personHues, workspaceHues] = [6, 7];

/** Returns a hue from an ID, the same on every page. */
function hueOf(id: string, count: number): number {
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

interface Props {
  id: string;
  name: string;
  size?: "small" | "medium" | "large";
}

/** A person. Decoration: the name stands beside it. */
export const Avatar = ({ id, name, size = "medium" }: Props) => (
  <span
    aria-hidden="true"
    className={styles.avatar}
    data-hue={hueOf(id, personHues)}
    data-size={size}
    data-letters={initials(name)}
  />
);

/** A person with an open invitation. */
export const InvitedAvatar = () => (
  <span aria-hidden="true" className={`${styles.avatar} ${styles.invited}`}>
    <Icon name="mail" size={14} />
  </span>
);

/** A workspace by its first letter. Decoration, as `Avatar`. */
export const WorkspaceTile = ({ id, name, size = "medium" }: Props) => (
  <span
    aria-hidden="true"
    className={styles.tile}
    data-hue={hueOf(id, workspaceHues)}
    data-size={size}
    data-letters={[...name.trim()][0]?.toUpperCase() ?? ""}
  />
);
