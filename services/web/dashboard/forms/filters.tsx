import * as words from "../../strings/en/dashboard/forms.ts";
import { SearchField } from "../../ui/searchField.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import type { FormsView } from "../api/queries/forms.ts";
import styles from "./forms.module.css";
import type { HomeSearch } from "./homeSearch.ts";

interface Props {
  view: FormsView;
  onChange: (change: HomeSearch) => void;
}

/** Filter and order of the list of forms. */
export const Filters = ({ view, onChange }: Props) => (
  <search className={styles.filters}>
    <SearchField
      isBare
      label={words.search}
      placeholder={words.searchHint}
      search={view.search}
      onSearch={(search) => onChange({ search: search || undefined })}
    />
    <Segmented label={words.show} value={view.show} options={words.shows} onChange={(show) => onChange({ show })} />
    <select
      aria-label={words.order}
      className={styles.order}
      value={view.ordering}
      onChange={({ currentTarget }) => onChange({ ordering: currentTarget.value as FormsView["ordering"] })}
    >
      {Object.entries(words.orders).map(([ordering, label]) => (
        <option key={ordering} value={ordering}>
          {label}
        </option>
      ))}
    </select>
  </search>
);
