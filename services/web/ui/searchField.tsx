import { useEffect, useState } from "react";
import field from "./field.module.css";
import { Icon } from "./icon.tsx";
import styles from "./searchField.module.css";

const typingPauseMs = 250;

interface Props {
  label: string;
  placeholder: string;
  search: string;
  /** visually hides the label; an icon shows the purpose */
  isBare?: boolean;
  /** shows the key that focuses it; dialogs have no shortcuts */
  hasShortcut?: boolean;
  onSearch: (search: string) => void;
}

/** Searches when typing pauses. */
export function SearchField({ label, placeholder, search, isBare = false, hasShortcut = true, onSearch }: Props) {
  const [typed, setTyped] = useState(search);
  const [shown, setShown] = useState(search);
  // the URL changed elsewhere, by Back or a link
  if (shown !== search) {
    setShown(search);
    setTyped(search);
  }
  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(() => {
      setShown(typed);
      onSearch(typed);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  });
  if (isBare) {
    return (
      <div className={styles.bare}>
        <Icon name="search" />
        <input
          type="search"
          aria-label={label}
          placeholder={placeholder}
          maxLength={500}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {hasShortcut && (
          <span aria-hidden="true" className={styles.key}>
            /
          </span>
        )}
      </div>
    );
  }
  return (
    <label className={field.field}>
      <span className={field.label}>{label}</span>
      <input
        className={field.input}
        type="search"
        placeholder={placeholder}
        maxLength={500}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </label>
  );
}

/** Focuses the page's search field, for its shortcut. */
export const focusSearch = (): void => document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
