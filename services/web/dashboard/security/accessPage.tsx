import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lowestRole } from "../../../../shared/api/access/roles.ts";
import { fullAccess } from "../../strings/en/dashboard/developers.ts";
import { roles } from "../../strings/en/dashboard/rights.ts";
import * as words from "../../strings/en/dashboard/security.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { cardClass } from "../../ui/card.ts";
import { dateText, dayText, recentTimeText } from "../../ui/dates.ts";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { introClass } from "../../ui/muted.ts";
import { Page } from "../../ui/page.tsx";
import { CardRow, RowsCard, SettingCard, Tile } from "../../ui/rowsCard.tsx";
import { keysPageSize, keysQuery } from "../api/queries/developers.ts";
import { allMembersQuery, membersPageSize } from "../api/queries/members.ts";
import { workspacesQuery } from "../api/queries/workspaces.ts";
import { currentUser } from "../api/queryClient.ts";
import { useCan } from "../api/rights.ts";
import { levelsOf, presetOf } from "../developers/permissions.ts";
import styles from "./security.module.css";

/** `/settings/access`: what lets others in, with links to where it is removed. A person checks it after a reset. */
export function AccessPage() {
  const { data: user } = useQuery(currentUser);
  const can = useCan();
  const workspace = user?.workspace;
  return (
    <Page title={words.accessTitle} guide="security">
      <p className={introClass}>{words.accessText}</p>
      <div className={styles.cards}>
        {user && <SingleSignOns sso={user.sso?.name ?? null} />}
        {workspace && can("account:read") && <Keys workspace={workspace.name} />}
        {workspace && can("members:read") && <Members {...workspace} />}
        <OtherWorkspaces current={workspace?.id} />
      </div>
    </Page>
  );
}

const SingleSignOns = ({ sso }: { sso: string | null }) => (
  <SettingCard title={words.methods.sso} text={sso === null ? words.noSso : words.ssoLinked(sso)}>
    <Link to="/settings/security">{words.toSecurity}</Link>
  </SettingCard>
);

const keyTile = (
  <Tile>
    <Icon name="key-round" />
  </Tile>
);

function Keys({ workspace }: { workspace: string }) {
  const query = useQuery(keysQuery({ search: "", status: "active", page: 1 }));
  return (
    <Loaded query={query}>
      {({ count, results }) => (
        <RowsCard
          title={words.keysOf(workspace)}
          text={words.keysCount(count, count > keysPageSize)}
          action={<Link to="/developers/keys">{words.toKeys}</Link>}
        >
          {results.map(({ id, name: key, prefix, created_by: by, created, last_used: used, scopes }) => (
            <CardRow
              key={id}
              picture={keyTile}
              name={key}
              text={joined(
                prefix,
                by?.name,
                presetOf(levelsOf(scopes)) === "full" && fullAccess,
                words.createdOn(dateText(created)),
                used === null ? words.neverUsed : words.lastUsed(recentTimeText(used, new Date())),
              )}
            />
          ))}
        </RowsCard>
      )}
    </Loaded>
  );
}

function Members({ id: workspace, name }: { id: string; name: string }) {
  const query = useQuery(allMembersQuery(workspace));
  return (
    <Loaded query={query}>
      {({ count, results }) => (
        <RowsCard
          title={words.membersOf(name)}
          text={words.membersCount(
            count,
            count > membersPageSize ? null : results.filter(({ role }) => role === lowestRole).length,
          )}
          action={<Link to="/settings/members">{words.toMembers}</Link>}
        >
          {results.map(({ user_id: id, name: member, email, role, created, last_active: active }) => (
            <CardRow
              key={id}
              picture={<Avatar id={id} name={member} />}
              name={member}
              text={joined(
                email,
                roles[role],
                words.joinedOn(dateText(created)),
                // as in the list of members
                words.lastActive(dayText(active ?? created.slice(0, 10))),
              )}
            />
          ))}
        </RowsCard>
      )}
    </Loaded>
  );
}

const joined = (...texts: readonly (string | null | undefined | false)[]): string => texts.filter(Boolean).join(" · ");

/** The same page for each. */
function OtherWorkspaces({ current }: { current: string | undefined }) {
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  const others = workspaces.filter(({ id }) => id !== current);
  if (others.length === 0) return null;
  return (
    <nav className={cardClass} aria-label={words.otherWorkspaces}>
      <h2 className={styles.title}>{words.otherWorkspaces}</h2>
      {others.map(({ id, name }) => (
        <Link key={id} to="/settings/access" search={{ workspace: id }}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
