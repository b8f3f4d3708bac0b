import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { marked, optionKey } from "../../marks.ts";
import { counted, fill, words, wordsLang } from "../../words.ts";
import { isEnter } from "../keys.ts";
import { matching, named } from "../options.ts";
import { Check } from "./cardMarks.tsx";
import { fieldAttributes } from "./fieldAttributes.ts";
import { useOwnText } from "./ownText.ts";
import type { ListProps } from "./select.tsx";
import { textOf } from "./textInput.tsx";

type Item = ListProps["options"][number] & { lang?: string | undefined };

/** Options that an open list draws at first, and more each time its end comes near. */
const step = 50;

/**
 * An editable combobox with a list (ARIA Authoring Practices). Typing filters the list, arrows move through it while the
 * focus stays in the field, Enter or a click chooses, Escape closes. Enter continues if the list is closed.
 */
export function Combobox({ question, options, allowOther }: ListProps) {
  const { value, isDisabled } = question;
  const labelOf = (it: unknown) => options.find((option) => option.value === it)?.label ?? textOf(it as string | null);
  const answerOf = (typed: string) => (typed.trim() ? (named(options, typed)?.value ?? typed) : null);
  const [text, change] = useOwnText(question, labelOf, answerOf);
  const [isOpen, setOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const [active, setActive] = useState(-1);
  const field = useRef<HTMLInputElement>(null);
  const listId = `${question.labels.title}-list`;

  const found = isSearching ? matching(options, text) : options;
  const own = text.trim();
  const takesOwn = allowOther && isSearching && own && !named(options, own);
  const typed = { value: own, label: fill(words.lists.own, { text: own }), lang: wordsLang() };
  const items: readonly Item[] = takesOwn ? [...found, typed] : found;
  const current = isOpen ? items[active] : undefined;

  useEffect(() => {
    // makes room for the list beside an on-screen keyboard
    if (isOpen && matchMedia("(pointer: coarse)").matches) field.current?.scrollIntoView({ block: "start" });
  }, [isOpen]);

  const open = (at: number) => {
    if (isDisabled) return;
    setOpen(true);
    setActive(at);
  };
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (item: Item) => {
    setSearching(false);
    close();
    // several options can have the same label
    change(labelOf(item.value), item.value);
  };
  const onInput = (typed: string) => {
    setSearching(true);
    // without "Other", Enter chooses the first match
    open(allowOther || !typed.trim() ? -1 : 0);
    change(typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = items.length - 1;
    if (event.key === "ArrowDown")
      open(isOpen ? (active >= last ? 0 : active + 1) : Math.max(indexOf(found, value), 0));
    else if (event.key === "ArrowUp") open(isOpen && active > 0 ? active - 1 : last);
    else if (event.key === "Escape" && isOpen) close();
    else if (current && isEnter(event)) choose(current);
    else return;
    event.preventDefault();
  };
  return (
    <div class="combobox">
      <div class="select">
        <input
          {...fieldAttributes(question)}
          ref={field}
          class="field"
          type="text"
          role="combobox"
          dir="auto"
          autocomplete="off"
          spellcheck={false}
          enterKeyHint="next"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={current ? `${listId}-${active}` : undefined}
          placeholder={words.lists.search}
          value={text}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
          onKeyDown={onKeyDown}
          onClick={() => open(indexOf(found, value))}
          onBlur={close}
        />
      </div>
      {isOpen && <Listbox question={question} id={listId} items={items} active={active} onChoose={choose} />}
      <p class={isOpen && items.length === 0 ? "listbox" : "visually-hidden"} lang={wordsLang()} role="status">
        {isOpen && isSearching && (items.length === 0 ? words.lists.none : counted(words.lists.found, found.length))}
      </p>
    </div>
  );
}

interface ListboxProps {
  question: ListProps["question"];
  id: string;
  items: readonly Item[];
  /** index of the item that Enter chooses, else -1 */
  active: number;
  onChoose(item: Item): void;
}

function Listbox({ question: { labels, nodeId, value }, id, items, active, onChoose }: ListboxProps) {
  const [drawn, setDrawn] = useState(step);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active]);
  return (
    <div
      ref={list}
      id={id}
      class="listbox"
      role="listbox"
      aria-labelledby={labels.title}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) =>
        scrollTop + 2 * clientHeight > scrollHeight && setDrawn(drawn + step)
      }
    >
      {items.slice(0, Math.max(drawn, active + step)).map((item, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        // biome-ignore lint/a11y/useKeyWithClickEvents: which has the keys
        <div
          key={item.value}
          id={`${id}-${index}`}
          class="list-option"
          role="option"
          aria-selected={item.value === value}
          aria-setsize={items.length}
          aria-posinset={index + 1}
          data-active={index === active || undefined}
          dir="auto"
          lang={item.lang}
          {...marked(optionKey(nodeId, item.value))}
          // the field keeps the focus
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
        >
          <span>
            {item.label}
            {item.note}
          </span>
          <Check />
        </div>
      ))}
    </div>
  );
}

const indexOf = (options: readonly { value: string }[], value: unknown) =>
  options.findIndex((option) => option.value === value);
