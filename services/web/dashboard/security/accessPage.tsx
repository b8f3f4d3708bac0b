import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { lowestRole } from "../../../../shared/api/access/roles.ts";
import { roles } from "../../strings/en/dashboard/rights.ts";
import * as words from "../../strings/en/dashboard/security.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { cardClass } from "../../ui/card.ts";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { introClass, mutedClass } from "../../ui/muted.ts";
import { Page } from "../../ui/page.tsx";
import { keysPageSize, keysQuery } from "../api/queries/developers.ts";
import { allMembersQuery, membersPageSize } from "../api/queries/members.ts";
import { workspacesQuery } from "../api/queries/workspaces.ts";
import { currentUser } from "../api/queryClient.ts";
import { useCan } from "../api/rights.ts";
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

interface CardProps {
  title: string;
  text: string;
  link?: ReactNode;
  rows?: readonly { id: string; name: string; detail: string; picture: ReactNode }[];
}

function Card({ title, text, link, rows = [] }: CardProps) {
  return (
    <section className={`${cardClass} ${styles.flush}`} aria-label={title}>
      <div className={styles.head}>
        <div className={styles.texts}>
          <h2 className={styles.title}>{title}</h2>
          <p className={mutedClass}>{text}</p>
        </div>
        {link}
      </div>
      <ul className={styles.list} aria-label={title}>
        {rows.map(({ id, name, detail, picture }) => (
          <li key={id} className={styles.row}>
            {picture}
            <div className={styles.texts}>
              <h3 className={styles.name}>{name}</h3>
              <p className={styles.detail}>{detail}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const SingleSignOns = ({ sso }: { sso: string | null }) => (
  <Card
    title={words.methods.sso}
    text={sso === null ? words.noSso : words.ssoLinked(sso)}
    link={<Link to="/settings/security">{words.toSecurity}</Link>}
  />
);

function Keys({ workspace }: { workspace: string }) {
  const query = useQuery(keysQuery({ search: "", status: "active", page: 1 }));
  return (
    <Loaded query={query}>
      {({ count, results }) => (
        <Card
          title={words.keysOf(workspace)}
          text={words.keysCount(count, count > keysPageSize)}
          link={<Link to="/developers/keys">{words.toKeys}</Link>}
          rows={results.map(({ id, name, prefix, created_by: by }) => ({
            id,
            name,
            detail: [prefix, by?.name].filter(Boolean).join(" · "),
            picture: (
              <span className={styles.tile}>
                <Icon name="key-round" />
              </span>
            ),
          }))}
        />
      )}
    </Loaded>
  );
}

function Members({ id: workspace, name }: { id: string; name: string }) {
  const query = useQuery(allMembersQuery(workspace));
  return (
    <Loaded query={query}>
      {({ count, results }) => (
        <Card
          title={words.membersOf(name)}
          text={words.membersCount(
            count,
            count > membersPageSize ? null : results.filter(({ role }) => role === lowestRole).length,
          )}
          link={<Link to="/settings/members">{words.toMembers}</Link>}
          rows={results.map((member) => ({
            id: member.user_id,
            name: member.name,
            detail: [member.email, roles[member.role]].join(" · "),
            picture: <Avatar id={member.user_id} name={member.name} />,
          }))}
        />
      )}
    </Loaded>
  );
}

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
