import { Icon } from "./icon.tsx";
import styles from "./questionIcon.module.css";
import { lookOfType } from "./questionLook.ts";

/** The icon of a question type on a tile of its hue, beside its name. */
export function QuestionIcon({ type, isSmall = false }: { type: string; isSmall?: boolean }) {
  const { icon, hue } = lookOfType(type);
  return (
    <span className={`${styles.tile} ${styles[hue]}`} data-small={isSmall || undefined}>
      <Icon name={icon} size={isSmall ? 13 : 16} />
    </span>
  );
}
