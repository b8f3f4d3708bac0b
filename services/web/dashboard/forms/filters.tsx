import type { FormsView } from "../../api/queries/forms.ts";
import { SearchBar } from "../../parts/searchBar.tsx";
import { SelectField } from "../../parts/selectField.tsx";
import * as words from "../../strings/en/dashboard/forms.ts";
import type { HomeSearch } from "./homeSearch.ts";

interface Props {
  view: FormsView;
  onChange: (change: HomeSearch) => void;
}

export function Filters({ view, onChange }: Props) {
  return (
    <SearchBar
      label={words.search}
      placeholder={words.searchHint}
      search={view.search}
      onSearch={(search) => onChange({ search: search || undefined })}
    >
      <SelectField label={words.show} value={view.show} options={words.shows} onChange={(show) => onChange({ show })} />
      <SelectField
        label={words.order}
        value={view.ordering}
        options={words.orders}
        onChange={(ordering) => onChange({ ordering })}
      />
    </SearchBar>
  );
}
