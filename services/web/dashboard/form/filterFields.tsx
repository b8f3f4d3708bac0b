import { useQuery } from "@tanstack/react-query";
import * as words from "../../strings/en/dashboard/filters.ts";
import { DateField } from "../../ui/dateField.tsx";
import { SearchField } from "../../ui/searchField.tsx";
import { SelectField } from "../../ui/selectField.tsx";
import { versionsQuery } from "../api/queries/forms.ts";
import { AnswerFilters } from "./answerFilters.tsx";
import styles from "./filterFields.module.css";
import type { SessionFilters } from "./sessionFilters.ts";

interface Props {
  slug: string;
  filters: SessionFilters;
  onChange: (change: SessionFilters) => void;
}

/** Which sessions a page is about: kept in its address, so that it can be sent and come back to. */
export function FilterFields({ slug, filters, onChange }: Props) {
  const { version, status, started_at_from: from, started_at_to: to, search } = filters;
  const { data } = useQuery(versionsQuery(slug));
  const known = (data?.results ?? []).map(({ version_number: number, is_current: isCurrent }): [string, string] => [
    `v${number}`,
    words.version(number, isCurrent),
  ]);
  // one that is older than those the list begins with
  const chosen: [string, string][] = version === undefined ? [] : [[`v${version}`, words.version(version, false)]];
  return (
    <>
      <search className={styles.filters} aria-label={words.label}>
        <SelectField
          label={words.versionFilter}
          value={version === undefined ? "" : `v${version}`}
          options={{ "": words.allVersions, ...Object.fromEntries([...chosen, ...known]) }}
          onChange={(value) => onChange({ version: value === "" ? undefined : Number(value.slice(1)) })}
        />
        <SelectField
          label={words.statusFilter}
          value={status ?? ""}
          options={words.statuses}
          onChange={(value) => onChange({ status: value === "" ? undefined : value })}
        />
        <DateField
          label={words.from}
          value={from ?? ""}
          max={to}
          onChange={(day) => onChange({ started_at_from: day || undefined })}
        />
        <DateField
          label={words.to}
          value={to ?? ""}
          min={from}
          onChange={(day) => onChange({ started_at_to: day || undefined })}
        />
        <SearchField
          label={words.search}
          placeholder={words.searchHint}
          search={search ?? ""}
          onSearch={(text) => onChange({ search: text || undefined })}
        />
      </search>
      <AnswerFilters slug={slug} filters={filters} onChange={onChange} />
    </>
  );
}
