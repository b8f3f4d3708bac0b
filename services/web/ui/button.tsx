import type { ReactNode } from "react";
import styles from "./button.module.css";
import { isSecondClick } from "./doubleClick.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./iconPaths.ts";
import { PressButton, type PressButtonProps } from "./pressButton.tsx";

/**
 * `primary`: the main action of a view · `quiet`: other actions · `soft`: adds something · `danger`: can't be undone ·
 * `dangerFilled`: the same, in its confirmation dialog · `plain`: in bars and rows
 */
export type ButtonLook = "primary" | "quiet" | "soft" | "danger" | "dangerFilled" | "plain";
/** 30, 36 or 42 px high: in rows, everywhere, in entry forms */
export type ButtonSize = "small" | "medium" | "large";

interface Props extends Omit<PressButtonProps, "className" | "children"> {
  look?: ButtonLook;
  size?: ButtonSize;
  /** without children, `tooltips.ts` shows the button's name and the shortcut in its `data-keys` */
  icon?: IconName;
  /**
   * The request is in flight: the button keeps the focus and ignores presses. Set it, true or false, on buttons that send a
   * request, so that a double click sends one.
   */
  isPending?: boolean;
  children?: ReactNode;
}

export function Button({ look = "quiet", size = "medium", icon, isPending, onPress, children, ...props }: Props) {
  const once: PressButtonProps["onPress"] = (event) =>
    (isPending === undefined || !isSecondClick()) && onPress?.(event);
  const pressed = isPending || !onPress ? {} : { onPress: once };
  const busy = isPending || undefined;
  return (
    <PressButton
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
    </PressButton>
  );
}

/** For small plain buttons among fields and text. */
export const smallButtonClass = styles.small as string;

/** For links that look like buttons. */
export const buttonClass = (look: ButtonLook): string => `${styles.button} ${styles[look]}`;
