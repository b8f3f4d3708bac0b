import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { ApiKey, CreatedApiKey } from "../../../../shared/domain/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/developers.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirmDialog.tsx";
import { type Column, DataTable } from "../../ui/dataTable.tsx";
import { dateText, timeText } from "../../ui/dates.ts";
import { EmptyState } from "../../ui/emptyState.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { introClass } from "../../ui/muted.ts";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { ShownOnceDialog } from "../../ui/shownOnceDialog.tsx";
import { tell } from "../../ui/toasts.tsx";
import { keysKey, keysPageSize, keysQuery, revokeKey } from "../api/queries/developers.ts";
import { NewKeyDialog } from "./newKeyDialog.tsx";

/** The dialog over the list. */
type Open = { kind: "new" } | { kind: "shown"; key: CreatedApiKey } | { kind: "revoke"; key: ApiKey } | null;

export function KeysPage() {
  const { page = 1 } = useSearch({ from: "/layout/developers/keys" });
  const navigate = useNavigate({ from: "/developers/keys" });
  const query = useQuery(keysQuery(page));
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const newKey = (
    <Button look="primary" icon="plus" onPress={() => setOpen({ kind: "new" })}>
      {words.newKey}
    </Button>
  );
  return (
    <Page title={words.keysTitle} guide="api" actions={!query.isPending && query.data?.count !== 0 && newKey}>
      <p className={introClass}>
        {words.keysText} <a href="/api/docs">{words.documentation}</a>
      </p>
      <Loaded query={query}>
        {({ count, results }) =>
          count === 0 ? (
            <EmptyState title={words.noKeysTitle} text={words.noKeysText}>
              {newKey}
            </EmptyState>
          ) : (
            <>
              <DataTable
                caption={words.keysTitle}
                columns={columns((key) => setOpen({ kind: "revoke", key }))}
                rows={results}
                keyOf={({ id }) => id}
              />
              <Pager
                count={count}
                size={keysPageSize}
                page={page}
                onPage={(next) => navigate({ search: { page: next } })}
              />
            </>
          )
        }
      </Loaded>
      {open?.kind === "new" && <NewKeyDialog onCreated={(key) => setOpen({ kind: "shown", key })} onClose={close} />}
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
    </Page>
  );
}

const columns = (onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => [
  { title: words.columns.name, cell: ({ name }) => name },
  { title: words.columns.prefix, cell: ({ prefix }) => <code>{prefix}…</code> },
  {
    title: words.columns.status,
    cell: ({ status }) => <Badge kind={status === "active" ? "good" : "plain"}>{words.statuses[status]}</Badge>,
  },
  { title: words.columns.used, cell: ({ last_used: used }) => (used ? timeText(used) : words.never) },
  { title: words.columns.expires, cell: ({ expires }) => (expires ? timeText(expires) : words.never) },
  { title: words.columns.created, cell: ({ created }) => dateText(created) },
  {
    title: words.columns.actions,
    cell: (key) =>
      key.status === "active" && (
        <Button look="plain" size="small" aria-label={words.revokeOf(key.name)} onPress={() => onRevoke(key)}>
          {words.revoke}
        </Button>
      ),
  },
];

function RevokeDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const revoke = async () => {
    await revokeKey(id);
    await queryClient.invalidateQueries({ queryKey: keysKey });
    tell(words.revoked(name));
  };
  return (
    <ConfirmDialog title={words.revokeTitle(name)} label={words.revoke} onConfirm={revoke} onClose={onClose}>
      <p>{words.revokeText}</p>
    </ConfirmDialog>
  );
}
