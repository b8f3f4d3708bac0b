import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import * as words from "../../strings/en/dashboard/goTo.ts";
import { keyNames } from "../../strings/en/dashboard/keys.ts";
import dialog from "../dialog.module.css";
import { isSecondClick } from "../doubleClick.ts";
import { Icon } from "../icon.tsx";
import { type Columns, type Item, itemsOf, stepFrom } from "./items.ts";
import styles from "./palette.module.css";
import { takeTyped } from "./typedAhead.ts";

const arrows = ["ArrowDown", "ArrowUp"];
/** These move the caret while text is being edited. */
const caretKeys = ["ArrowLeft", "ArrowRight", "Home", "End"];

interface Props<One extends Item> {
  title: string;
  placeholder: string;
  /** of the list, for screen readers */
  listLabel: string;
  text: string;
  onText(text: string): void;
  /** all items that the text finds */
  columns: Columns<One>;
  /** said without items */
  none: string;
  /** below the items */
  note?: string | null;
  iconOf(item: One): ReactNode;
  /** after the search field */
  place?: ReactNode;
  /** beside the list, for the highlighted item */
  asideOf?: (item: One) => ReactNode;
  /** keys, each with the action that it takes on the highlighted item */
  hintsOf(item: One | null): readonly (readonly [string, string])[];
  lastHint: string;
  /** `isShifted`: with Shift */
  onChoose(item: One, isShifted: boolean): void;
  onClose(): void;
}

/** A search field with the items that it finds. The field keeps the focus. */
export function PaletteDialog<One extends Item>(props: Props<One>) {
  const { title, text, onText, columns, note, place, asideOf, hintsOf, onClose } = props;
  const items = itemsOf(columns);
  const [wanted, want] = useState<string | null>(null);
  const active = items.find(({ id }) => id === wanted) ?? items[0] ?? null;
  const shown = useDeferredValue(active);
  useLayoutEffect(() => {
    const typed = takeTyped();
    if (typed) onText(typed);
  }, [onText]);
  const list = useId();
  const highlight: Highlight<One> = { list, active, want };
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => isOpen || onClose()}
      shouldCloseOnInteractOutside={() => !isSecondClick()}
      className={styles.overlay as string}
    >
      <Modal className={`${dialog.modal} ${styles.modal}`}>
        <Dialog aria-label={title} className={styles.dialog as string}>
          <div className={styles.head}>
            <Icon name="search" size={18} />
            <SearchInput {...props} {...highlight} />
            {place}
            <button type="button" className={styles.close} onClick={onClose}>
              <kbd>{keyNames.escape}</kbd>
              <Icon name="x" size={18} />
              <span className="visually-hidden">{words.close}</span>
            </button>
          </div>
          <div className={styles.body}>
            <Options {...props} {...highlight} />
            {shown && asideOf?.(shown)}
          </div>
          <p role="status" className={items.length > 0 ? "visually-hidden" : styles.none}>
            {items.length === 0 ? props.none : text && words.count(items.length)}
          </p>
          {note && <p className={styles.none}>{note}</p>}
          <div className={styles.foot} aria-hidden="true">
            {hintsOf(active).map(([keys, what]) => (
              <span key={keys}>
                <kbd>{keys}</kbd> {what}
              </span>
            ))}
            <span className={styles.last}>{props.lastHint}</span>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface Highlight<One extends Item> {
  /** id of the list of options */
  list: string;
  active: One | null;
  want(id: string | null): void;
}

type PartProps<One extends Item> = Props<One> & Highlight<One>;

function SearchInput<One extends Item>(props: PartProps<One>) {
  const { title, placeholder, list, text, onText, columns, active, want, onChoose } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === "Enter" && active) onChoose(active, event.shiftKey);
    else if (arrows.includes(key) || (caretKeys.includes(key) && text === ""))
      want(stepFrom(columns, active?.id ?? null, key)?.id ?? null);
    else return;
    event.preventDefault();
  };
  return (
    <input
      type="text"
      role="combobox"
      className={styles.input}
      aria-label={title}
      aria-expanded="true"
      aria-controls={list}
      aria-activedescendant={active ? `${list}-${active.id}` : undefined}
      aria-autocomplete="list"
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      // biome-ignore lint/a11y/noAutofocus: the palette opens to be typed into
      autoFocus
      value={text}
      onChange={({ target }) => {
        onText(target.value);
        want(null);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

function Options<One extends Item>({ list, listLabel, columns, active, iconOf, want, onChoose }: PartProps<One>) {
  const element = useRef<HTMLDivElement>(null);
  const activeId = active?.id;
  useEffect(() => {
    if (activeId) element.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  return (
    <div ref={element} id={list} role="listbox" aria-label={listLabel} className={styles.list}>
      {columns.map((groups) => (
        <div key={groups[0]?.name} role="presentation" className={styles.column}>
          {groups.map(({ name, items }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
            <div key={name} role="group" aria-label={name}>
              <div aria-hidden="true" className={styles.group}>
                {name}
              </div>
              {items.map((item) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys
                <div
                  key={item.id}
                  id={`${list}-${item.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={item.id === activeId}
                  className={styles.option}
                  // the search field keeps the focus
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => item.id !== activeId && want(item.id)}
                  onClick={({ shiftKey }) => onChoose(item, shiftKey)}
                >
                  {iconOf(item)}
                  <span dir="auto">{item.name}</span>
                  {item.detail !== null && <span className={styles.detail}>{item.detail}</span>}
                </div>
              ))}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
