import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Usage } from "../../../../shared/domain/shapes/usage.ts";
import { keysQuery, usageQuery } from "../../api/queries/developers.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { SelectField } from "../../parts/selectField.tsx";
import * as words from "../../strings/en/dashboard/developers.ts";
import styles from "./developers.module.css";
import { type UsageSearch, usageViewOf } from "./usageSearch.ts";
import { ByDay, ByEndpoint, ByKey } from "./usageTables.tsx";

export function UsagePage() {
  const search = useSearch({ from: "/layout/developers/usage" });
  const query = useQuery(usageQuery(usageViewOf(search, Date.now())));
  return (
    <Page title={words.usageTitle}>
      <Filters search={search} />
      <Loaded query={query}>
        {(usage) => (
          <>
            <Totals totals={usage.totals} />
            {usage.totals.requests === 0 ? (
              <p>{words.noRequests}</p>
            ) : (
              <>
                <ByDay usage={usage} />
                <ByEndpoint usage={usage} />
                <ByKey usage={usage} />
              </>
            )}
          </>
        )}
      </Loaded>
      <p className={styles.muted}>{words.errorsNote}</p>
    </Page>
  );
}

function Filters({ search }: { search: UsageSearch }) {
  const navigate = useNavigate({ from: "/developers/usage" });
  const { data } = useQuery(keysQuery(1));
  const keys = Object.fromEntries((data?.results ?? []).map(({ id, name, prefix }) => [id, `${name} (${prefix}…)`]));
  const change = (changed: UsageSearch) => void navigate({ search: { ...search, ...changed } });
  return (
    <search className={styles.filters}>
      <SelectField
        label={words.period}
        value={search.days ?? "30"}
        options={words.periods}
        onChange={(days) => change({ days: days === "30" ? undefined : days })}
      />
      <SelectField
        label={words.keyFilter}
        value={search.key ?? ""}
        options={{ "": words.allKeys, ...keys }}
        onChange={(key) => change({ key: key || undefined })}
      />
    </search>
  );
}

function Totals({ totals }: Pick<Usage, "totals">) {
  const figures = [
    [words.requests, words.count(totals.requests)],
    [words.errors, words.count(totals.errors)],
    [words.errorRate, words.percent(totals.error_rate)],
  ];
  return (
    <dl className={styles.totals}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
