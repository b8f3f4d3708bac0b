import type { FormsView } from "../../api/queries/forms.ts";
import { SearchField } from "../../parts/searchField.tsx";
import { SelectField } from "../../parts/selectField.tsx";
import * as words from "../../strings/en/dashboard/forms.ts";
import styles from "./forms.module.css";
import type { HomeSearch } from "./homeSearch.ts";

interface Props {
  view: FormsView;
  onChange: (change: HomeSearch) => void;
}

/** They stand in the address, so that a list can be kept, sent and come back to. */
export function Filters({ view, onChange }: Props) {
  return (
    <search className={styles.filters}>
      <SearchField
        label={words.search}
        placeholder={words.searchHint}
        search={view.search}
        onSearch={(search) => onChange({ search: search || undefined })}
      />
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
