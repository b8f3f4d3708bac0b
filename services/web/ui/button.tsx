import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps } from "react-aria-components";
import styles from "./button.module.css";
import { isSecondClick } from "./doubleClick.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./iconPaths.ts";

/**
 * `primary`: the one action of a view · `quiet`: others · `soft`: adds something · `danger`: can't be undone ·
 * `dangerFilled`: the same, in the dialog that confirms it · `plain`: in bars and rows
 */
export type ButtonLook = "primary" | "quiet" | "soft" | "danger" | "dangerFilled" | "plain";
/** 30, 36 or 42 px high: in rows, everywhere, in entry forms */
export type ButtonSize = "small" | "medium" | "large";

interface Props extends Omit<ButtonProps, "className" | "isPending" | "children"> {
  look?: ButtonLook;
  size?: ButtonSize;
  icon?: IconName;
  /**
   * The request is under way: the button keeps the focus and ignores presses. A button with this prop, true or false, asks the
   * service for something, so a double click asks once.
   */
  isPending?: boolean;
  children?: ReactNode;
}

export function Button({ look = "quiet", size = "medium", icon, isPending, onPress, children, ...props }: Props) {
  const once: ButtonProps["onPress"] = (event) => (isPending === undefined || !isSecondClick()) && onPress?.(event);
  const pressed = isPending || !onPress ? {} : { onPress: once };
  const busy = isPending || undefined;
  return (
    <AriaButton
      {...props}
      {...pressed}
      aria-disabled={busy}
      data-busy={busy}
      data-size={size}
      data-icon-only={(icon && children === undefined) || undefined}
      className={buttonClass(look)}
    >
      {icon && <Icon name={icon} size={children === undefined ? 18 : 16} />}
      {children}
    </AriaButton>
  );
}

/** For plain buttons among fields and sentences, lower than others. */
export const smallButtonClass = styles.small as string;

/** For links that look like buttons. */
export const buttonClass = (look: ButtonLook): string => `${styles.button} ${styles[look]}`;
