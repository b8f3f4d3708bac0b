import { useEffect, useState } from "react";
import type { FormsView } from "../../api/queries/forms.ts";
import { SelectField } from "../../parts/selectField.tsx";
import { TextField } from "../../parts/textField.tsx";
import * as words from "../../strings/en/dashboard/forms.ts";
import styles from "./forms.module.css";
import type { HomeSearch } from "./homeSearch.ts";

const typingPauseMs = 250;

interface Props {
  view: FormsView;
  onChange: (change: HomeSearch) => void;
}

/** They stand in the address, so that a list can be kept, sent and come back to. */
export function Filters({ view, onChange }: Props) {
  return (
    <search className={styles.filters}>
      <SearchField search={view.search} onSearch={(search) => onChange({ search: search || undefined })} />
      <SelectField label={words.show} value={view.show} options={words.shows} onChange={(show) => onChange({ show })} />
      <SelectField
        label={words.order}
        value={view.ordering}
        options={words.orders}
        onChange={(ordering) => onChange({ ordering })}
      />
    </search>
  );
}

/** Searches when somebody has stopped typing. */
function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
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
  return (
    <TextField
      label={words.search}
      type="search"
      placeholder={words.searchHint}
      maxLength={500}
      value={typed}
      onChange={setTyped}
    />
  );
}
