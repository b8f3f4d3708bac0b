import { Suspense } from "react";
import * as words from "../../strings/en/dashboard/forms.ts";
import { lazyPart } from "../../ui/lazyPart.ts";
import { SearchField } from "../../ui/searchField.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Select } from "../../ui/select.tsx";
import type { FormsView } from "../api/queries/forms.ts";
import styles from "./forms.module.css";
import type { HomeSearch } from "./homeSearch.ts";

const TabCount = lazyPart(() => import("./tabCount.tsx"), "TabCount");

interface Props {
  view: FormsView;
  onChange: (change: HomeSearch) => void;
}

/** Filter and order of the list of forms. */
export const Filters = ({ view, onChange }: Props) => (
  <search className={styles.filters}>
    <SearchField
      label={words.search}
      search={view.search}
      onSearch={(search) => onChange({ search: search || undefined })}
    />
    <Segmented
      label={words.show}
      value={view.show}
      options={words.shows}
      count={(show) => (
        <span aria-hidden="true" className={styles.count}>
          <Suspense>
            <TabCount show={show} search={view.search} label={view.label} />
          </Suspense>
        </span>
      )}
      onChange={(show) => onChange({ show })}
    />
    <Select
      look="small"
      label={words.order}
      value={view.ordering}
      options={words.orders}
      onChange={(ordering) => onChange({ ordering })}
    />
  </search>
);
