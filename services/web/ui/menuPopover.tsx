import type { RefObject } from "react";
import { Menu, MenuItem, Popover, Separator } from "react-aria-components";
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
  onAction(): void;
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
        {actions.flatMap(({ id, label: text, icon, keys, isDisabled, isDanger, startsGroup, onAction }) => [
          ...(startsGroup ? [<Separator key={`before ${id}`} className={styles.line as string} />] : []),
          <MenuItem
            key={id}
            id={id}
            textValue={text}
            isDisabled={isDisabled ?? false}
            onAction={onAction}
            className={styles.item as string}
            data-danger={isDanger || undefined}
          >
            {icon && <Icon name={icon} />}
            <span className={styles.text}>{text}</span>
            {keys && <kbd className={styles.keys}>{keys}</kbd>}
          </MenuItem>,
        ])}
      </Menu>
    </Popover>
  );
}
