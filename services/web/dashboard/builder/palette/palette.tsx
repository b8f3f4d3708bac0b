import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { paletteTitle } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/palette.ts";
import { keyNames } from "../../../strings/en/dashboard/keys.ts";
import dialog from "../../../ui/dialog.module.css";
import { isSecondClick } from "../../../ui/doubleClick.ts";
import { Icon } from "../../../ui/icon.tsx";
import { mediaQuery } from "../../../ui/mediaQuery.ts";
import { QuestionIcon } from "../../../ui/questionIcon.tsx";
import { useActions } from "../editing/useActions.ts";
import { useEditor, useEditorState } from "../editing/useEditor.ts";
import { nameOfNode } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import styles from "./palette.module.css";
import type { PaletteProps } from "./props.ts";
import { Sample } from "./sample.tsx";
import { allColumns, type Columns, type Item, itemsOf, searchColumns, stepFrom } from "./search.ts";

const hasRoomForSample = mediaQuery("(width >= 50rem)");
const arrows = ["ArrowDown", "ArrowUp"];
/** These move the caret while text is being edited. */
const caretKeys = ["ArrowLeft", "ArrowRight", "Home", "End"];

/**
 * Everything that can be added, in groups, with a sample of the highlighted type. The search field keeps the focus. Without
 * `onChoose` it adds after the selected question, finds questions and pastes.
 */
export default function Palette(props: PaletteProps) {
  const { title = paletteTitle, onChoose, onClose } = props;
  const search = usePaletteSearch(!onChoose);
  const { text, columns, items, more, active } = search;
  const sampled = useDeferredValue(active);
  const hasSample = hasRoomForSample();
  const choose = useChoice(props);
  const list = useId();
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
            <SearchInput title={title} list={list} search={search} addsMore={!onChoose} onChoose={choose} />
            {!onChoose && <Place />}
            <button type="button" className={styles.close} onClick={onClose}>
              <kbd>{keyNames.escape}</kbd> <span className="visually-hidden">{words.close}</span>
            </button>
          </div>
          <div className={styles.body}>
            <Options id={list} columns={columns} active={active} onWant={search.want} onChoose={choose} />
            {hasSample && sampled?.type && <Sample key={sampled.type} type={sampled.type} name={sampled.name} />}
          </div>
          <p role="status" className={items.length > 0 ? "visually-hidden" : styles.none}>
            {items.length === 0 ? words.none : text && words.count(items.length)}
          </p>
          {more > 0 && <p className={styles.none}>{words.more(more)}</p>}
          <div className={styles.foot} aria-hidden="true">
            {words.hints.slice(0, onChoose ? 2 : 3).map(([keys, what]) => (
              <span key={keys}>
                <kbd>{keys}</kbd> {what}
              </span>
            ))}
            <span className={styles.last}>{words.typeToFilter}</span>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

type Choose = (item: Item, staysOpen: boolean) => void;
type Search = ReturnType<typeof usePaletteSearch>;

/** The search text, what it finds, and the highlighted item. */
function usePaletteSearch(findsQuestions: boolean) {
  const { nodes } = useEditorState().history.graph;
  const { names } = useQuestionTable();
  const [text, setText] = useState("");
  const { columns, more } = text.trim()
    ? searchColumns(text, names, findsQuestions ? nodes : [])
    : { columns: allColumns(names, findsQuestions), more: 0 };
  const items = itemsOf(columns);
  const [wanted, want] = useState<string | null>(null);
  const active = items.find(({ id }) => id === wanted) ?? items[0] ?? null;
  const write = (next: string) => {
    setText(next);
    want(null);
  };
  return { text, write, columns, more, items, active, want };
}

/** Returns a function that adds, finds or pastes. */
function useChoice({ onChoose, onAdded, onClose }: PaletteProps): Choose {
  const editor = useEditor();
  const actions = useActions();
  return (item, staysOpen) => {
    const [kind, id] = [item.id.slice(0, item.id.indexOf(":")), item.id.slice(item.id.indexOf(":") + 1)];
    if (!staysOpen) onClose();
    if (item.id === "paste") return void actions.paste(editor.state().selected);
    if (kind === "go") return editor.select(id);
    if (onChoose) return onChoose(id);
    actions.add(id);
    if (!staysOpen) onAdded?.();
  };
}

interface SearchInputProps {
  title: string;
  /** id of the list of options */
  list: string;
  search: Search;
  /** Shift and Enter add and keep the palette open */
  addsMore: boolean;
  onChoose: Choose;
}

function SearchInput({ title, list, search, addsMore, onChoose }: SearchInputProps) {
  const { text, write, columns, active, want } = search;
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === "Enter" && active) onChoose(active, event.shiftKey && addsMore && active.id.startsWith("add:"));
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
      placeholder={words.placeholder}
      // biome-ignore lint/a11y/noAutofocus: the palette opens to be typed into
      autoFocus
      value={text}
      onChange={({ target }) => write(target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

/** The selected question, after which questions are added. */
function Place() {
  const { history, selected } = useEditorState();
  const { nodes } = history.graph;
  const at = nodes.findIndex(({ id }) => id === selected);
  const node = nodes[at];
  if (!node) return null;
  return (
    <span className={styles.after}>
      {words.insertAfter} <b dir="auto">{`${at + 1} · ${nameOfNode(node)}`}</b>
    </span>
  );
}

interface OptionsProps {
  id: string;
  columns: Columns;
  active: Item | null;
  onWant(id: string): void;
  onChoose(item: Item, staysOpen: boolean): void;
}

function Options({ id, columns, active, onWant, onChoose }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  const activeId = active?.id;
  useEffect(() => {
    if (activeId) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={words.list} className={styles.list}>
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
                  id={`${id}-${item.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={item.id === activeId}
                  className={styles.option}
                  // the search field keeps the focus
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => item.id !== activeId && onWant(item.id)}
                  onClick={({ shiftKey }) => onChoose(item, shiftKey)}
                >
                  {item.type === null ? <Icon name="copy" /> : <QuestionIcon type={item.type} />}
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
