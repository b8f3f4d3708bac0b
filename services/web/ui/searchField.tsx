import { useEffect, useState } from "react";
import { Icon } from "./icon.tsx";
import styles from "./searchField.module.css";
import { TextField } from "./textField.tsx";

const typingPauseMs = 250;

interface Props {
  label: string;
  placeholder: string;
  search: string;
  /** without a label above it: a screen reader still reads it, and an icon shows what it is */
  isBare?: boolean;
  onSearch: (search: string) => void;
}

/** Searches when somebody has stopped typing. */
export function SearchField({ label, placeholder, search, isBare = false, onSearch }: Props) {
  const [typed, setTyped] = useState(search);
  const [shown, setShown] = useState(search);
  // the address has changed by something else than this field: Back, or a link
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
        <span aria-hidden="true" className={styles.key}>
          /
        </span>
      </div>
    );
  }
  return (
    <TextField
      label={label}
      type="search"
      placeholder={placeholder}
      maxLength={500}
      value={typed}
      onChange={setTyped}
    />
  );
}

/** Of the page that is shown, for the key that begins a search. */
export const focusSearch = (): void => document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
