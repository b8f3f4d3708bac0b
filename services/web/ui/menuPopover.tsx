import type { ReactNode, RefObject } from "react";
import { Menu, MenuItem, Popover, Separator } from "react-aria-components";
import { flushSync } from "react-dom";
import { Icon } from "./icon.tsx";
import type { IconName } from "./iconPaths.ts";
import styles from "./menu.module.css";

export interface MenuAction {
  id: string;
  label: string;
  icon?: IconName;
  /** the same by the keyboard: `Ctrl+C` */
  keys?: string;
  isDisabled?: boolean;
  isDanger?: boolean;
  /** a line before it */
  startsGroup?: boolean;
  /** a link instead of an action, which also opens in another tab */
  href?: string;
  /** in place of the icon */
  picture?: ReactNode;
  /** a second line */
  detail?: string;
  badge?: string;
  /** the badge warns */
  isWarning?: boolean;
  /** it is chosen now */
  isCurrent?: boolean;
  onAction?(): void;
}

interface Props {
  label: string;
  actions: readonly MenuAction[];
  button: RefObject<HTMLButtonElement | null>;
  /** the item that gets the focus */
  focuses: "first" | "last";
  onClose: () => void;
}

/** The open menu of an `ActionMenu`, in a chunk of its own: it weighs more than most pages. */
export function MenuPopover({ label, actions, button, focuses, onClose }: Props) {
  /** A dialog that the action opens gives the focus back to the element that had it: the button, because the item will be gone. */
  const run = (action: () => void) => {
    // an open menu keeps the focus
    flushSync(onClose);
    button.current?.focus({ preventScroll: true });
    action();
  };
  return (
    <Popover
      isOpen
      triggerRef={button}
      placement="bottom start"
      aria-label={label}
      onOpenChange={(isOpen) => isOpen || onClose()}
      className={styles.popover as string}
    >
      <Menu autoFocus={focuses} aria-label={label} onClose={onClose} className={styles.menu as string}>
        {actions.flatMap((action, index) => [
          ...(action.startsGroup && index > 0
            ? [<Separator key={`before ${action.id}`} className={styles.line as string} />]
            : []),
          <Item key={action.id} action={action} run={run} />,
        ])}
      </Menu>
    </Popover>
  );
}

function Item({ action, run }: { action: MenuAction; run: (action: () => void) => void }) {
  const { id, label, icon, picture, detail, badge, isWarning, keys, isCurrent, isDisabled, isDanger, href, onAction } =
    action;
  return (
    <MenuItem
      id={id}
      textValue={label}
      isDisabled={isDisabled ?? false}
      {...(href !== undefined && { href })}
      {...(onAction && { onAction: () => run(onAction) })}
      className={styles.item as string}
      data-danger={isDanger || undefined}
    >
      {picture}
      {icon && <Icon name={icon} />}
      <span className={styles.text}>
        {label}
        {badge && (
          <span className={styles.badge} data-warns={isWarning || undefined}>
            {badge}
          </span>
        )}
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {keys && <kbd className={styles.keys}>{keys}</kbd>}
      {isCurrent && <Icon name="check" />}
    </MenuItem>
  );
}
