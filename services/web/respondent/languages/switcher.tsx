import type { FunctionComponent, TargetedKeyboardEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { directionOf } from "../../../../shared/languages/direction.ts";
import { Check } from "../questions/parts/cardMarks.tsx";
import { fill, words, wordsLang } from "../words.ts";
import type { Languages } from "./languages.ts";
import { nativeName } from "./nativeName.ts";

export interface SwitcherProps {
  /** of the form that is shown */
  language: string;
}

/** The button as the gateway draws it. */
export const languageButton: FunctionComponent<SwitcherProps> = ({ language }) => (
  <div class="languages">
    <SwitchButton language={language} isOpen={false} />
  </div>
);

/** Returns the switcher of a page: a button with the language's own name, and a list (ARIA Authoring Practices, listbox). */
export function switcherOf(languages: Languages): FunctionComponent<SwitcherProps> {
  return ({ language }) => <Switcher language={language} languages={languages} />;
}

/** A switch: the language that loads, and whether the last one couldn't be loaded. */
interface Switching {
  pending: string | null;
  hasFailed: boolean;
}

function Switcher({ language, languages }: SwitcherProps & { languages: Languages }) {
  const [isOpen, setOpen] = useState(false);
  const [state, setState] = useState<Switching>({ pending: null, hasFailed: false });
  const [, redraw] = useState({});
  const root = useRef<HTMLDivElement>(null);
  /** the field that a pointer left for the switcher */
  const left = useRef<HTMLElement | null>(null);
  useEffect(() => languages.subscribe(() => redraw({})), []);
  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
    languages.loadAhead();
    const onPress = ({ target }: Event) => !root.current?.contains(target as Node) && setOpen(false);
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [isOpen]);
  const close = (back?: HTMLElement | null) => {
    setOpen(false);
    (back?.isConnected ? back : root.current?.querySelector("button"))?.focus();
  };
  const onPointerDown = () => {
    const active = document.activeElement as HTMLElement | null;
    if (!isOpen) left.current = active?.matches("input, textarea, select") ? active : null;
  };
  const open = () => {
    setState({ pending: null, hasFailed: false });
    setOpen(true);
  };
  const choose = async (tag: string) => {
    if (!languages.isAvailable(tag) || state.pending !== null) return;
    setState({ pending: tag, hasFailed: false });
    const isShown = tag === language || (await languages.switchTo(tag));
    setState({ pending: null, hasFailed: !isShown });
    // the field keeps the focus. Without one, the button's new name is read with it, so nothing else announces the switch
    if (isShown) close(left.current);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const options = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=option]")];
    const to = movedTo(event.key, options.indexOf(document.activeElement as HTMLElement), options);
    event.stopPropagation();
    // keyboard users expect the focus to return to the button
    left.current = null;
    if (event.key === "Tab") return setOpen(false);
    if (event.key === "Escape") close();
    else if (to) to.focus();
    else if (event.key === "Enter" || event.key === " ") (document.activeElement as HTMLElement).click();
    else return;
    event.preventDefault();
  };
  return (
    <div class="languages" ref={root} onPointerDown={onPointerDown}>
      <SwitchButton language={language} isOpen={isOpen} onToggle={() => (isOpen ? close() : open())} />
      {isOpen && (
        <LanguageList
          language={language}
          languages={languages}
          state={state}
          onChoose={(tag) => void choose(tag)}
          onKeyDown={onKeyDown}
        />
      )}
    </div>
  );
}

interface ListProps extends SwitcherProps {
  languages: Languages;
  state: Switching;
  onChoose(tag: string): void;
  onKeyDown(event: TargetedKeyboardEvent<HTMLDivElement>): void;
}

function LanguageList({ language, languages, state, onChoose, onKeyDown }: ListProps) {
  return (
    <div class="language-list">
      <div role="listbox" aria-label={labelOf(language)} tabIndex={-1} onKeyDown={onKeyDown}>
        {languages.offered.map((tag) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
          <div
            key={tag}
            class="language-option"
            role="option"
            lang={tag}
            dir={directionOf(tag)}
            tabIndex={-1}
            aria-selected={tag === language}
            aria-disabled={!languages.isAvailable(tag) || undefined}
            aria-busy={tag === state.pending || undefined}
            onClick={() => onChoose(tag)}
          >
            <span>{nativeName(tag)}</span>
            <Check />
          </div>
        ))}
      </div>
      <p class="language-problem" lang={wordsLang()} role="status">
        {state.hasFailed && words.page.languageFailed}
      </p>
    </div>
  );
}

interface ButtonProps extends SwitcherProps {
  isOpen: boolean;
  onToggle?(): void;
}

function SwitchButton({ language, isOpen, onToggle }: ButtonProps) {
  return (
    <button
      type="button"
      class="language-button"
      aria-haspopup="listbox"
      aria-expanded={isOpen}
      aria-label={labelOf(language)}
      onClick={onToggle}
      onKeyDown={({ key }) => !isOpen && /^Arrow(Up|Down)$/.test(key) && onToggle?.()}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m5 8 6 6M4 14l6-6 2-3M2 5h12M7 2h1M22 22l-5-10-5 10M14 18h6" />
      </svg>
      <span>{nativeName(language)}</span>
      <svg class="language-chevron" viewBox="0 0 24 24" aria-hidden="true">
        <path d="m6 9 6 6 6-6" />
      </svg>
    </button>
  );
}

const labelOf = (language: string): string => fill(words.page.language, { name: nativeName(language) });

/** Returns the option that a key moves the focus to: arrows, Home, End, or the next one with this first letter. */
function movedTo(key: string, at: number, options: readonly HTMLElement[]): HTMLElement | undefined {
  if (key === "ArrowDown") return options[at + 1];
  if (key === "ArrowUp") return options[at - 1];
  if (key === "Home") return options[0];
  if (key === "End") return options.at(-1);
  if (key.trim().length !== 1) return undefined;
  const isNamed = ({ textContent }: HTMLElement) => textContent?.toLowerCase().startsWith(key.toLowerCase());
  return [...options.slice(at + 1), ...options.slice(0, at)].find(isNamed);
}
