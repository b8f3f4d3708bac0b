import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import type { Envelope } from "../../../../shared/api/paging.ts";
import type { ApiKey, CreatedApiKey } from "../../../../shared/api/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/developers.ts";
import { numberText } from "../../strings/en/dashboard/numbers.ts";
import { Button } from "../../ui/button.tsx";
import { buttonRowClass, spreadRowClass } from "../../ui/buttonRow.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { introClass, mutedClass } from "../../ui/muted.ts";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { focusSearch, SearchField } from "../../ui/searchField.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { useKeyActions } from "../../ui/shortcuts.ts";
import { ShownOnceDialog } from "../../ui/shownOnceDialog.tsx";
import { Table, TableSkeleton } from "../../ui/table.tsx";
import { type KeysView, keysPageSize, keysQuery } from "../api/queries/developers.ts";
import { currentUser } from "../api/queryClient.ts";
import { useCan } from "../api/rights.ts";
import { useHasMail } from "../api/useHasMail.ts";
import styles from "./developers.module.css";
import { keyColumns } from "./keyColumns.tsx";
import type { KeysSearch } from "./keysSearch.ts";
import { RevokeDialog } from "./revokeDialog.tsx";
import { RotateDialog } from "./rotateDialog.tsx";

const NewKeyDialog = lazyPart(() => import("./newKeyDialog.tsx"), "NewKeyDialog");

/** The dialog over the list. */
type Open =
  | { kind: "new" }
  | { kind: "shown"; key: CreatedApiKey }
  | { kind: "revoke"; key: ApiKey }
  | { kind: "rotate"; key: ApiKey }
  | null;

/** `/developers/keys` */
export function KeysPage() {
  const can = useCan();
  const canList = can("account:read");
  const { search = "", status = "active", page = 1 } = useSearch({ from: "/layout/developers/keys" });
  const view = { search, status, page };
  const { query, counts } = useKeys(view, canList);
  const { data: user } = useQuery(currentUser);
  const hasMail = useHasMail();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const newKey = can("keys:write") && (
    <Button look="primary" icon="plus" onPress={() => setOpen({ kind: "new" })}>
      {words.newKey}
    </Button>
  );
  const isEmpty = search === "" && counts?.active === 0 && counts.inactive === 0;
  useKeyActions({ "/": focusSearch });
  return (
    <Page title={words.keysTitle} guide="api" actions={(counts || !canList) && !isEmpty && newKey}>
      <p className={introClass}>{words.keysText(user?.workspace?.name ?? "")}</p>
      {counts && !isEmpty && <Filters view={view} counts={counts} />}
      {canList ? (
        <Loaded query={query} skeleton={<TableSkeleton className={styles.keys} />}>
          {(keys) => counts && <Keys keys={keys} view={view} newKey={isEmpty && newKey} onOpen={setOpen} />}
        </Loaded>
      ) : (
        <p className={mutedClass}>{words.onlyCreates}</p>
      )}
      {(counts || !canList) && (
        <div className={spreadRowClass}>
          <p className={mutedClass}>{hasMail === false ? words.warningHere : words.warning}</p>
          <p className={mutedClass}>
            <Link to="/developers/assistants">{words.assistants}</Link> · <a href="/api/docs">{words.documentation}</a>
          </p>
        </div>
      )}
      {open?.kind === "new" && (
        <Suspense>
          <NewKeyDialog onCreated={(key) => setOpen({ kind: "shown", key })} onClose={close} />
        </Suspense>
      )}
      {open?.kind === "shown" && (
        <ShownOnceDialog
          title={words.keyCreatedTitle}
          text={words.keyOnce}
          label={words.key}
          value={open.key.key}
          copyLabel={words.copyKey}
          onClose={close}
        />
      )}
      {open?.kind === "revoke" && <RevokeDialog apiKey={open.key} onClose={close} />}
      {open?.kind === "rotate" && (
        <RotateDialog apiKey={open.key} onRotated={(key) => setOpen({ kind: "shown", key })} onClose={close} />
      )}
    </Page>
  );
}

type ShownKeys = KeysView & { status: ApiKey["status"] };

/** Returns the shown keys, and how many each tab has. */
function useKeys(view: ShownKeys, enabled: boolean) {
  const other = otherStatus[view.status];
  const query = useQuery({ ...keysQuery(view), enabled });
  const { data: rest } = useQuery({ ...keysQuery({ ...view, status: other, page: 1 }), enabled });
  const { data: shown } = query;
  const counts = shown && rest && { [view.status]: shown.count, [other]: rest.count };
  return { query, counts: counts as Counts | undefined };
}

type Counts = Record<ApiKey["status"], number>;

const otherStatus = { active: "inactive", inactive: "active" } as const;

interface FiltersProps {
  view: ShownKeys;
  counts: Counts;
}

function Filters({ view: { search, status }, counts }: FiltersProps) {
  const navigate = useNavigate({ from: "/developers/keys" });
  const go = (change: KeysSearch) => void navigate({ search: (now) => ({ ...now, page: undefined, ...change }) });
  return (
    <search className={buttonRowClass}>
      <SearchField label={words.searchKeys} search={search} onSearch={(text) => go({ search: text || undefined })} />
      <Segmented
        label={words.status}
        value={status}
        options={{ active: words.statuses.active, inactive: words.statuses.inactive }}
        count={(one) => numberText(counts[one])}
        onChange={(next) => go({ status: next === "active" ? undefined : next })}
      />
    </search>
  );
}

interface KeysProps {
  keys: Envelope<ApiKey>;
  view: ShownKeys;
  /** if there is none */
  newKey: ReactNode;
  onOpen: (open: Open) => void;
}

function Keys({ keys: { count, results }, view, newKey, onOpen }: KeysProps) {
  const navigate = useNavigate({ from: "/developers/keys" });
  if (count === 0) {
    return newKey ? (
      <EmptyState icon="key-round" title={words.noKeysTitle} text={words.noKeysText}>
        {newKey}
      </EmptyState>
    ) : (
      <EmptyState icon="search" title={words.noneFound[view.status]} />
    );
  }
  return (
    <>
      <Table
        caption={words.keysTitle}
        columns={keyColumns((kind, key) => onOpen({ kind, key }))}
        rows={results}
        keyOf={({ id }) => id}
        className={styles.keys}
      />
      <Pager
        count={count}
        size={keysPageSize}
        page={view.page}
        onPage={(page) => navigate({ search: (now) => ({ ...now, page }) })}
      />
    </>
  );
}
