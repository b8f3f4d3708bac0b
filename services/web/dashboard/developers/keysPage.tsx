import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Envelope } from "../../../../shared/domain/paging.ts";
import type { ApiKey, CreatedApiKey } from "../../../../shared/domain/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/developers.ts";
import { Button } from "../../ui/button.tsx";
import { spreadRowClass } from "../../ui/buttonRow.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { ListTable } from "../../ui/listTable.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { introClass, mutedClass } from "../../ui/muted.ts";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { ShownOnceDialog } from "../../ui/shownOnceDialog.tsx";
import { keysPageSize, keysQuery } from "../api/queries/developers.ts";
import { currentUser } from "../api/queryClient.ts";
import { useCan } from "../api/rights.ts";
import styles from "./developers.module.css";
import { KeyRow } from "./keyRow.tsx";
import { RevokeDialog } from "./revokeDialog.tsx";
import { RotateDialog } from "./rotateDialog.tsx";

const NewKeyDialog = lazy(async () => ({ default: (await import("./newKeyDialog.tsx")).NewKeyDialog }));

/** The dialog over the list. */
type Open =
  | { kind: "new" }
  | { kind: "shown"; key: CreatedApiKey }
  | { kind: "revoke"; key: ApiKey }
  | { kind: "rotate"; key: ApiKey }
  | null;

/** `/developers/keys` */
export function KeysPage() {
  const { page = 1 } = useSearch({ from: "/layout/developers/keys" });
  const can = useCan();
  const query = useQuery({ ...keysQuery(page), enabled: can("account:read") });
  const { data: user } = useQuery(currentUser);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const newKey = can("keys:write") && (
    <Button look="primary" icon="plus" onPress={() => setOpen({ kind: "new" })}>
      {words.newKey}
    </Button>
  );
  const isEmpty = query.data?.count === 0;
  return (
    <Page title={words.keysTitle} guide="api" actions={!isEmpty && (!query.isLoading || undefined) && newKey}>
      <p className={introClass}>{words.keysText(user?.workspace?.name ?? "")}</p>
      {can("account:read") ? (
        <Loaded query={query}>{(keys) => <Keys keys={keys} page={page} newKey={newKey} onOpen={setOpen} />}</Loaded>
      ) : (
        <p className={mutedClass}>{words.onlyCreates}</p>
      )}
      <div className={spreadRowClass}>
        <p className={mutedClass}>{words.warning}</p>
        <a href="/api/docs">{words.documentation}</a>
      </div>
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

interface KeysProps {
  keys: Envelope<ApiKey>;
  page: number;
  newKey: ReactNode;
  onOpen: (open: Open) => void;
}

function Keys({ keys: { count, results }, page, newKey, onOpen }: KeysProps) {
  const navigate = useNavigate({ from: "/developers/keys" });
  if (count === 0) {
    return (
      <EmptyState title={words.noKeysTitle} text={words.noKeysText}>
        {newKey}
      </EmptyState>
    );
  }
  return (
    <>
      <ListTable label={words.keysTitle} columns={words.columns} className={styles.keys}>
        {results.map((key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            onRotate={() => onOpen({ kind: "rotate", key })}
            onRevoke={() => onOpen({ kind: "revoke", key })}
          />
        ))}
      </ListTable>
      <Pager count={count} size={keysPageSize} page={page} onPage={(next) => navigate({ search: { page: next } })} />
    </>
  );
}
