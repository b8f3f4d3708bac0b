import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { auditActions, auditGroups } from "../../../../shared/api/audit/actions.ts";
import type { AuditEntry } from "../../../../shared/api/shapes/audit.ts";
import * as words from "../../strings/en/dashboard/audit.ts";
import { Button } from "../../ui/button.tsx";
import { buttonRowClass, spreadRowClass } from "../../ui/buttonRow.tsx";
import { recentDayText, zoneName } from "../../ui/dates.ts";
import { EmptyState } from "../../ui/emptyState.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ActionMenu } from "../../ui/menu.tsx";
import { introClass, mutedClass } from "../../ui/muted.ts";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Select } from "../../ui/select.tsx";
import { auditExportPath, auditPageSize, auditQuery } from "../api/queries/audit.ts";
import { allMembersQuery } from "../api/queries/members.ts";
import { useWorkspace } from "../members/useWorkspace.ts";
import styles from "./audit.module.css";
import { type AuditSearch, auditViewOf, type Period } from "./auditSearch.ts";
import { EntryRow } from "./entryRow.tsx";

const knownActions: readonly string[] = [...auditGroups, ...auditActions];

/** `/settings/audit` */
export function AuditPage() {
  const given = useSearch({ from: "/layout/settings/audit" });
  const search = { ...given, action: knownActions.find((known) => known === given.action) };
  const navigate = useNavigate({ from: "/settings/audit" });
  const { id, name } = useWorkspace();
  const view = auditViewOf(search, Date.now());
  const query = useQuery(auditQuery(id, view));
  const go = (change: AuditSearch) => void navigate({ search: { ...search, page: undefined, ...change } });
  const isFiltered = search.action !== undefined || search.actor !== undefined || search.target !== undefined;
  const exports = (["csv", "json"] as const).map((format) => ({
    id: format,
    label: words.formats[format],
    href: auditExportPath(id, view, format),
  }));
  const exportButton = (
    <ActionMenu
      label={words.exportLog}
      actions={exports}
      trigger={<Button icon="download">{words.exportLog}</Button>}
    />
  );
  return (
    <Page title={words.title} guide="audit" actions={exportButton}>
      <p className={introClass}>{words.summary(name, zoneName())}</p>
      <div className={spreadRowClass}>
        <Filters workspace={id} search={search} onChange={go} />
        <p className={mutedClass} role="status">
          {query.data && words.found(query.data.count, query.data.count_is_exact ?? true)}
        </p>
      </div>
      <Loaded query={query}>
        {({ count, results }) => (
          <>
            {count === 0 ? (
              <EmptyState icon="search" title={words.nothingFound} text={words.nothingText}>
                {isFiltered && <Link to="/settings/audit">{words.showAll}</Link>}
              </EmptyState>
            ) : (
              <Entries entries={results} />
            )}
            <Pager count={count} size={auditPageSize} page={view.page} onPage={(page) => go({ page })} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Entries by day. */
function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const now = new Date();
  const days = Map.groupBy(entries, ({ occurred_at }) => recentDayText(occurred_at, now));
  return (
    <div className={styles.card}>
      {[...days].map(([day, some]) => (
        <section key={day}>
          <h2 className={styles.day}>{day}</h2>
          <ul className={styles.list}>
            {some.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface FiltersProps {
  workspace: string;
  search: AuditSearch;
  onChange: (change: AuditSearch) => void;
}

const actionNames = {
  "": words.anyAction,
  ...Object.fromEntries(auditGroups.map((group) => [group, words.groups[group] ?? group])),
};
const isOne = (action: string | undefined): boolean => auditActions.some((one) => one === action);

function Filters({ workspace, search, onChange }: FiltersProps) {
  const { data: members } = useQuery(allMembersQuery(workspace));
  const people = Object.fromEntries((members?.results ?? []).map((one) => [one.user_id, one.name]));
  // the one in the URL is selected even if it isn't in the list
  const chosen = search.actor === undefined || search.actor in people ? {} : { [search.actor]: words.otherPerson };
  const single = search.action !== undefined && isOne(search.action) ? { [search.action]: search.action } : {};
  return (
    <search className={buttonRowClass}>
      <Select
        look="small"
        label={words.person}
        value={search.actor ?? ""}
        options={{ "": words.anyone, ...people, ...chosen }}
        onChange={(actor) => onChange({ actor: actor || undefined })}
      />
      <Select
        look="small"
        label={words.action}
        value={search.action ?? ""}
        options={{ ...actionNames, ...single }}
        onChange={(action) => onChange({ action: action || undefined })}
      />
      <Select<Period>
        look="small"
        label={words.period}
        value={search.since ?? "30"}
        options={words.periods}
        onChange={(since) => onChange({ since: since === "30" ? undefined : since })}
      />
      {search.target !== undefined && (
        <Button size="small" icon="x" onPress={() => onChange({ target: undefined })}>
          {words.aboutOne}
        </Button>
      )}
    </search>
  );
}
