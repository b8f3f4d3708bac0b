import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import { Button } from "./button.tsx";
import styles from "./menu.module.css";

export interface MenuAction {
  id: string;
  label: string;
  /** how the same is done by the keyboard: `Ctrl+C` */
  keys?: string;
  isDisabled?: boolean;
  isDanger?: boolean;
  /** a line before it */
  startsGroup?: boolean;
  onAction(): void;
}

interface Props {
  /** of the button, for whom it is no picture */
  label: string;
  actions: readonly MenuAction[];
}

/** A button with three dots that opens what can be done with the thing beside it. */
export function ActionMenu({ label, actions }: Props) {
  return (
    <MenuTrigger>
      <Button look="plain" aria-label={label}>
        <span aria-hidden="true" className={styles.dots}>
          ⋯
        </span>
      </Button>
      <Popover className={styles.popover as string}>
        <AriaMenu className={styles.menu as string} aria-label={label}>
          {actions.flatMap(({ id, label: text, keys, isDisabled, isDanger, startsGroup, onAction }) => [
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
              <span>{text}</span>
              {keys && <kbd className={styles.keys}>{keys}</kbd>}
            </MenuItem>,
          ])}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
