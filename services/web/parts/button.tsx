import { Button as AriaButton, type ButtonProps } from "react-aria-components";
import styles from "./button.module.css";
import { isSecondClick } from "./doubleClick.ts";

/** `primary`: the one thing to do here · `quiet`: others · `danger`: cannot be undone · `plain`: hardly there */
export type ButtonLook = "primary" | "quiet" | "danger" | "plain";

interface Props extends Omit<ButtonProps, "className" | "isPending"> {
  look?: ButtonLook;
  /**
   * What it does is under way: it keeps the focus and does nothing. Whoever listens hears of the end, not of the wait. A button
   * that has this, true or false, asks the service for something: a double click on it asks once.
   */
  isPending?: boolean;
}

export function Button({ look = "quiet", isPending, onPress, ...props }: Props) {
  const once: ButtonProps["onPress"] = (event) => (isPending === undefined || !isSecondClick()) && onPress?.(event);
  const pressed = isPending || !onPress ? {} : { onPress: once };
  const busy = isPending || undefined;
  return <AriaButton {...props} {...pressed} aria-disabled={busy} data-busy={busy} className={buttonClass(look)} />;
}

/** For plain buttons among fields and sentences, lower than others. */
export const smallButtonClass = styles.small as string;

/** For links that look like buttons. */
export const buttonClass = (look: ButtonLook): string => `${styles.button} ${styles[look]}`;
