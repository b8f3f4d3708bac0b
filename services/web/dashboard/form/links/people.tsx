import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import type { Link as PersonalLink } from "../../../../../shared/api/shapes/links.ts";
import { select as selectLabel } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/links.ts";
import { EmptyState } from "../../../ui/emptyState.tsx";
import { lazyPart } from "../../../ui/lazyPart.ts";
import { Table } from "../../../ui/table.tsx";
import { useSelection } from "../../../ui/useSelection.ts";
import { linkColumns, referenceOf } from "./linkColumns.tsx";
import styles from "./links.module.css";

const SelectedPeople = lazyPart(() => import("./selectedPeople.tsx"), "SelectedPeople");

interface Props {
  slug: string;
  count: number;
  /** the people of this page */
  results: readonly PersonalLink[];
  /** changes with the filter, the search and the page */
  viewKey: string;
  /** opens the invitations to these people */
  onSend: (links: readonly PersonalLink[]) => void;
}

/** The people of a page of the list, and actions for those that are selected. */
export function People({ slug, count, results, viewKey, onSend }: Props) {
  const { ids, select, clear } = useSelection(viewKey);
  const chosen = results.filter(({ id }) => ids.has(id));
  if (count === 0)
    return (
      <EmptyState icon="search" title={words.nothingFound}>
        <Link to="/forms/$slug/share" params={{ slug }} search={{ tab: "links" }}>
          {words.showAll}
        </Link>
      </EmptyState>
    );
  return (
    <>
      <p className="visually-hidden" role="status">
        {words.found(count)}
      </p>
      {chosen.length > 0 && (
        <Suspense>
          <SelectedPeople slug={slug} links={chosen} onSend={onSend} onClear={clear} />
        </Suspense>
      )}
      <Table
        caption={words.table}
        columns={linkColumns(slug)}
        rows={results}
        keyOf={({ id }) => id}
        selection={{ ids, labelOf: (link) => selectLabel(referenceOf(link)), select }}
        className={styles.table}
      />
    </>
  );
}
