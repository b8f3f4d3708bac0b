import { useEffect, useState } from "react";
import { Icon } from "./icon.tsx";
import styles from "./searchField.module.css";

const typingPauseMs = 250;

interface Props {
  /** Shown while it is empty. */
  label: string;
  search: string;
  /** shows the key that focuses it; dialogs have no shortcuts */
  hasShortcut?: boolean;
  onSearch: (search: string) => void;
}

/** Searches when typing pauses. */
export function SearchField({ label, search, hasShortcut = true, onSearch }: Props) {
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
  return (
    <div className={styles.field}>
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
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

/** Focuses the page's search field, for its shortcut. */
export const focusSearch = (): void => document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
