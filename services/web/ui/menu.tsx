import type { ReactNode } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import { Button } from "./button.tsx";
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
  /** what a screen reader calls the button and the menu */
  label: string;
  actions: readonly MenuAction[];
  /** in place of the button with three dots */
  trigger?: ReactNode;
}

/** A button that opens what can be done with the thing beside it. */
export function ActionMenu({ label, actions, trigger }: Props) {
  return (
    <MenuTrigger>
      {trigger ?? <Button look="plain" size="small" icon="ellipsis" aria-label={label} />}
      <Popover className={styles.popover as string}>
        <AriaMenu className={styles.menu as string} aria-label={label}>
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
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
