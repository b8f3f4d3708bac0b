import { Button as AriaButton, type ButtonProps } from "react-aria-components";
import styles from "./button.module.css";

/** `primary`: the one thing to do here · `quiet`: others · `danger`: cannot be undone · `plain`: hardly there */
export type ButtonLook = "primary" | "quiet" | "danger" | "plain";

interface Props extends Omit<ButtonProps, "className" | "isPending"> {
  look?: ButtonLook;
  /** what it does is under way: it keeps the focus and does nothing. Whoever listens hears of the end, not of the wait. */
  isPending?: boolean;
}

export function Button({ look = "quiet", isPending = false, onPress, ...props }: Props) {
  const pressed = isPending || !onPress ? {} : { onPress };
  return <AriaButton {...props} {...pressed} data-pending={isPending || undefined} className={buttonClass(look)} />;
}

/** For links that look like buttons. */
export const buttonClass = (look: ButtonLook): string => `${styles.button} ${styles[look]}`;
