import { Icon } from "./icon.tsx";
import type { IconName } from "./iconPaths.ts";
import styles from "./questionIcon.module.css";
import { type Hue, lookOfType } from "./questionLook.ts";

/** The icon of a question type on a tile of its hue. Its name stands beside it. */
export const QuestionIcon = ({ type, isSmall = false }: { type: string; isSmall?: boolean }) => (
  <HueTile {...lookOfType(type)} size={isSmall ? "small" : "medium"} />
);

/** Colors of a type's family: its hue on a soft ground. */
export const hueClass = (type: string): string => styles[lookOfType(type).hue] ?? "";

const iconSizes = { small: 13, medium: 16, large: 19 };

export const HueTile = ({ icon, hue, size }: { icon: IconName; hue: Hue; size: keyof typeof iconSizes }) => (
  <span className={`${styles.tile} ${styles[hue]}`} data-size={size}>
    <Icon name={icon} size={iconSizes[size]} />
  </span>
);
