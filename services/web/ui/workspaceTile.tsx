import { type AvatarProps, hueOf } from "./avatar.tsx";
import styles from "./workspaceTile.module.css";

const hues = 7;

/** A workspace by its first letter. Decoration, as `Avatar`. */
export const WorkspaceTile = ({ id, name, size = "medium" }: AvatarProps) => (
  <span
    aria-hidden="true"
    className={styles.tile}
    data-hue={hueOf(id, hues)}
    data-size={size}
    data-letters={[...name.trim()][0]?.toUpperCase() ?? ""}
  />
);
