import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { gives, lowestRole } from "../../../../shared/api/access/roles.ts";
import type { Member } from "../../../../shared/api/shapes/members.ts";
import * as words from "../../strings/en/dashboard/members.ts";
import { roles as roleNames } from "../../strings/en/dashboard/rights.ts";
import { passwordOnlyCount, requireTwoStep } from "../../strings/en/dashboard/security.ts";
import { Button } from "../../ui/button.tsx";
import { buttonRowClass } from "../../ui/buttonRow.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { introClass } from "../../ui/muted.ts";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { focusSearch, SearchField } from "../../ui/searchField.tsx";
import { Select } from "../../ui/select.tsx";
import { useKeyActions } from "../../ui/shortcuts.ts";
import { Table, TableSkeleton } from "../../ui/table.tsx";
import { isComing } from "../api/isComing.ts";
import { guestsQuery, invitationsQuery, membersPageSize, membersQuery } from "../api/queries/members.ts";
import { useCan } from "../api/rights.ts";
import { Guests } from "./guests.tsx";
import { Invitations } from "./invitations.tsx";
import { memberColumns } from "./memberColumns.tsx";
import styles from "./members.module.css";
import type { MembersSearch } from "./membersSearch.ts";
import { RemoveDialog } from "./removeDialog.tsx";
import { useWorkspace } from "./useWorkspace.ts";

const InviteDialog = lazyPart(() => import("./inviteDialog.tsx"), "InviteDialog");

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
  const showsGuests = view.role === null || view.role === lowestRole;
  const guests = useQuery({ ...guestsQuery(workspace.id, view.search, guestsPage), enabled: showsGuests });
  const [removing, setRemoving] = useState<Member | null>(null);
  useKeyActions({ "/": focusSearch });
  const go = (change: MembersSearch) => void navigate({ search: { ...search, page: undefined, ...change } });
  const pending = invitations.data ?? [];
  const guestsCount = guests.data?.count ?? 0;
  const isFiltered = view.search !== "" || view.role !== null;
  // their counts stand above the list at first
  const isCounted = useRef(false);
  isCounted.current ||= !isComing(guests) && !isComing(invitations);
  const isAlone = query.data?.count === 1 && !isFiltered && pending.length === 0;
  const inviteButton = canChange && (
    <Button look="primary" icon="user-plus" onPress={() => go({ invite: true })}>
      {words.invite}
    </Button>
  );
  return (
    <Page title={words.title} guide="teams" actions={!query.isPending && !isAlone && inviteButton}>
      <Loaded query={query} skeleton={<TableSkeleton className={styles.table} />}>
        {(found) =>
          isCounted.current ? (
            <Members
              {...found}
              view={view}
              guestsCount={guestsCount}
              isFiltered={isFiltered}
              invitationsCount={pending.length}
              onChange={go}
              onRemove={setRemoving}
            />
          ) : (
            <TableSkeleton className={styles.table} />
          )
        }
      </Loaded>
      {isAlone && canChange && <OnlyYou>{inviteButton}</OnlyYou>}
      {(guestsCount > 0 || pending.length > 0) && (
        <div className={styles.pair}>
          {(canChange || guestsCount > 0) && (
            <Guests
              count={guestsCount}
              guests={guests.data?.results ?? []}
              page={guestsPage}
              onPage={setGuestsPage}
              onRemove={setRemoving}
            />
          )}
          {canChange && <Loaded query={invitations}>{(all) => <Invitations invitations={all} />}</Loaded>}
        </div>
      )}
      {removing && <RemoveDialog member={removing} onClose={() => setRemoving(null)} />}
      {search.invite && canChange && <Invite onClose={() => go({ invite: undefined })} />}
    </Page>
  );
}

const OnlyYou = ({ children }: { children: ReactNode }) => (
  <EmptyState icon="users" title={words.onlyYouTitle} text={words.onlyYouText}>
    {children}
  </EmptyState>
);

const Invite = ({ onClose }: { onClose: () => void }) => (
  <Suspense>
    <InviteDialog onClose={onClose} />
  </Suspense>
);

interface MembersProps extends FiltersProps {
  view: FiltersProps["view"] & { page: number };
  /** of all that match, with guests */
  count: number;
  results: readonly Member[];
  isFiltered: boolean;
  guestsCount: number;
  invitationsCount: number;
  onRemove: (member: Member) => void;
}

function Members({ count, results, view, isFiltered, onChange, onRemove, ...counts }: MembersProps) {
  const { name } = useWorkspace();
  const { guestsCount, invitationsCount } = counts;
  const members = results.filter(({ role }) => role !== lowestRole);
  return (
    <>
      {!isFiltered && (
        <p className={introClass}>{words.summary(count - guestsCount, guestsCount, invitationsCount, name)}</p>
      )}
      {(isFiltered || count > 1) && (
        <div className={buttonRowClass}>
          <Filters view={view} onChange={onChange} />
          <PasswordOnly members={members} />
        </div>
      )}
      <p className="visually-hidden" role="status">
        {words.found(count)}
      </p>
      {count === 0 && (
        <EmptyState icon="search" title={words.nothingFound}>
          <Link to="/settings/members">{words.showAll}</Link>
        </EmptyState>
      )}
      {members.length > 0 && <MembersTable members={members} isFiltered={isFiltered} onRemove={onRemove} />}
      {view.role !== lowestRole && (
        <Pager count={count} size={membersPageSize} page={view.page} onPage={(page) => onChange({ page })} />
      )}
    </>
  );
}

type TableProps = { members: readonly Member[]; isFiltered: boolean } & Pick<MembersProps, "onRemove">;

/** Only those who may change members see how each signs in. */
function MembersTable({ members, isFiltered, onRemove }: TableProps) {
  const canChange = useCan()("members:write");
  return (
    <Table
      caption={words.title}
      columns={memberColumns(canChange, (member) => isLastOwner(member, members, isFiltered), onRemove)}
      rows={members}
      keyOf={({ user_id: id }) => id}
      className={`${styles.table} ${canChange ? styles.withSignIn : ""}`}
    />
  );
}

/** Says who could be safer, to those who can require it. */
function PasswordOnly({ members }: { members: readonly Member[] }) {
  const canRequire = useCan()("workspace:write");
  const count = members.filter((one) => one.has_password && !one.has_second_factor && !one.sso).length;
  if (!canRequire || count === 0) return null;
  return (
    <p className={styles.passwordOnly}>
      {passwordOnlyCount(count)} <Link to="/settings/workspace">{requireTwoStep}</Link>
    </p>
  );
}

/** A filtered list doesn’t tell. The service refuses the change then. */
const isLastOwner = (member: Member, members: readonly Member[], isFiltered: boolean): boolean =>
  owns(member) && !isFiltered && members.filter(owns).length === 1;

const owns = ({ role }: Member): boolean => gives(role, "workspace:delete");

interface FiltersProps {
  view: { search: string; role: MembersSearch["role"] | null };
  onChange: (change: MembersSearch) => void;
}

const Filters = ({ view, onChange }: FiltersProps) => (
  <search className={buttonRowClass}>
    <SearchField
      label={words.search}
      search={view.search}
      onSearch={(text) => onChange({ search: text || undefined })}
    />
    <Select
      look="small"
      label={words.role}
      value={view.role ?? ""}
      options={{ "": words.allRoles, ...roleNames }}
      onChange={(role) => onChange({ role: role === "" ? undefined : role })}
    />
  </search>
);
