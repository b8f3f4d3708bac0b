import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { Member } from "../../../../shared/domain/shapes/members.ts";
import * as words from "../../strings/en/dashboard/members.ts";
import { roles as roleNames } from "../../strings/en/dashboard/rights.ts";
import { signInColumn } from "../../strings/en/dashboard/security.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { ListTable } from "../../ui/listTable.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { introClass } from "../../ui/muted.ts";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { focusSearch, SearchField } from "../../ui/searchField.tsx";
import { useKeyActions } from "../../ui/shortcuts.ts";
import { guestsQuery, invitationsQuery, membersPageSize, membersQuery } from "../api/queries/members.ts";
import { useCan } from "../api/rights.ts";
import { RowSelect } from "../people/rowSelect.tsx";
import { Guests } from "./guests.tsx";
import { Invitations } from "./invitations.tsx";
import { MemberRow } from "./memberRow.tsx";
import styles from "./members.module.css";
import type { MembersSearch } from "./membersSearch.ts";
import { RemoveDialog } from "./removeDialog.tsx";
import { useWorkspace } from "./useWorkspace.ts";

const InviteDialog = lazy(async () => ({ default: (await import("./inviteDialog.tsx")).InviteDialog }));

/** `/settings/members` */
export function MembersPage() {
  const search = useSearch({ from: "/layout/settings/members" });
  const navigate = useNavigate({ from: "/settings/members" });
  const workspace = useWorkspace();
  const canChange = useCan()("members:write");
  const view = { search: search.search ?? "", role: search.role ?? null, page: search.page ?? 1 };
  const query = useQuery(membersQuery(workspace.id, view));
  const invitations = useQuery({ ...invitationsQuery(workspace.id), enabled: canChange });
  const [guestsPage, setGuestsPage] = useState(1);
  const showsGuests = view.role === null || view.role === "guest";
  const guests = useQuery({ ...guestsQuery(workspace.id, view.search, guestsPage), enabled: showsGuests });
  const [removing, setRemoving] = useState<Member | null>(null);
  useKeyActions({ "/": focusSearch });
  const go = (change: MembersSearch) => void navigate({ search: { ...search, page: undefined, ...change } });
  const inviteButton = canChange && (
    <Button look="primary" icon="user-plus" onPress={() => go({ invite: true })}>
      {words.invite}
    </Button>
  );
  const isFiltered = view.search !== "" || view.role !== null;
  const pending = invitations.data ?? [];
  const guestsCount = guests.data?.count ?? 0;
  return (
    <Page title={words.title} actions={inviteButton}>
      <Loaded query={query}>
        {({ count, results }) => {
          const members = results.filter(({ role }) => role !== "guest");
          return (
            <>
              {!isFiltered && (
                <p className={introClass}>
                  {words.summary(count - guestsCount, guestsCount, pending.length, workspace.name)}
                </p>
              )}
              {(isFiltered || count > 1) && <Filters view={view} onChange={go} />}
              <p className="visually-hidden" role="status">
                {words.found(count)}
              </p>
              {count === 0 && (
                <EmptyState title={words.nothingFound}>
                  <Link to="/settings/members">{words.showAll}</Link>
                </EmptyState>
              )}
              {members.length > 0 && (
                <ListTable label={words.title} columns={columnsOf(canChange)} className={styles.table}>
                  {members.map((member) => (
                    <MemberRow
                      key={member.user_id}
                      member={member}
                      isLastOwner={isLastOwner(member, members, isFiltered)}
                      onRemove={() => setRemoving(member)}
                    />
                  ))}
                </ListTable>
              )}
              {view.role !== "guest" && (
                <Pager count={count} size={membersPageSize} page={view.page} onPage={(page) => go({ page })} />
              )}
              {count === 1 && !isFiltered && canChange && pending.length === 0 && (
                <EmptyState title={words.onlyYouTitle} text={words.onlyYouText} />
              )}
            </>
          );
        }}
      </Loaded>
      <div className={styles.pair}>
        {(guestsCount > 0 || (canChange && pending.length > 0)) && (
          <Guests
            count={guestsCount}
            guests={guests.data?.results ?? []}
            page={guestsPage}
            onPage={setGuestsPage}
            onRemove={setRemoving}
          />
        )}
        {canChange && (pending.length > 0 || guestsCount > 0) && (
          <Loaded query={invitations}>{(all) => <Invitations invitations={all} />}</Loaded>
        )}
      </div>
      {removing && <RemoveDialog member={removing} onClose={() => setRemoving(null)} />}
      {search.invite && canChange && (
        <Suspense>
          <InviteDialog onClose={() => go({ invite: undefined })} />
        </Suspense>
      )}
    </Page>
  );
}

/** The last column has no title. */
function columnsOf(canChange: boolean) {
  const { active, ...columns } = words.columns;
  return canChange ? { ...columns, signIn: signInColumn, active, actions: "" } : words.columns;
}

/** A filtered list doesn’t tell. The service refuses the change then. */
const isLastOwner = ({ role }: Member, members: readonly Member[], isFiltered: boolean): boolean =>
  role === "owner" && !isFiltered && members.filter((one) => one.role === "owner").length === 1;

interface FiltersProps {
  view: { search: string; role: MembersSearch["role"] | null };
  onChange: (change: MembersSearch) => void;
}

const Filters = ({ view, onChange }: FiltersProps) => (
  <search className={styles.filters}>
    <SearchField
      isBare
      label={words.search}
      placeholder={words.searchHint}
      search={view.search}
      onSearch={(text) => onChange({ search: text || undefined })}
    />
    <RowSelect
      label={words.role}
      value={view.role ?? ""}
      options={{ "": words.allRoles, ...roleNames }}
      onChange={(role) => onChange({ role: role === "" ? undefined : role })}
    />
  </search>
);
