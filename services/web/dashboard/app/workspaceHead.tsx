import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import type { Workspace } from "../../../../shared/domain/shapes/workspaces.ts";
import * as app from "../../strings/en/dashboard/app.ts";
import { roles } from "../../strings/en/dashboard/rights.ts";
import * as words from "../../strings/en/dashboard/workspaces.ts";
import { WorkspaceTile } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Mark } from "../../ui/mark.tsx";
import { ActionMenu, type MenuAction } from "../../ui/menu.tsx";
import { workspacesQuery } from "../api/queries/workspaces.ts";
import { currentUser } from "../api/queryClient.ts";
import { useCan } from "../api/rights.ts";
import styles from "./layout.module.css";

const CreateWorkspaceDialog = lazy(async () => ({
  default: (await import("../members/createWorkspaceDialog.tsx")).CreateWorkspaceDialog,
}));

/** The workspace of this tab: its name, or a menu of all of the user's. */
export function WorkspaceHead() {
  const { data: user } = useQuery(currentUser);
  const { data: workspaces = [] } = useQuery({ ...workspacesQuery, enabled: user != null });
  const [isCreating, setCreating] = useState(false);
  const actions = useActions(workspaces, () => setCreating(true));
  const { id, name, role } = user?.workspace ?? {};
  if (id === undefined || name === undefined || workspaces.length < 2) {
    return (
      <Link to="/" className={styles.brand} aria-label={name ?? app.productName}>
        <Mark />
        <span className={styles.productName}>{name ?? app.productName}</span>
      </Link>
    );
  }
  return (
    <>
      <ActionMenu
        label={words.workspaces}
        actions={actions}
        trigger={
          <AriaButton className={styles.workspace as string} aria-label={words.workspaceMenu(name)}>
            <WorkspaceTile id={id} name={name} />
            <span className={styles.who}>
              <bdi className={styles.workspaceName}>{name}</bdi>
              {role && <span className={styles.email}>{roles[role]}</span>}
            </span>
            <Icon name="chevrons-up-down" />
          </AriaButton>
        }
      />
      {isCreating && (
        <Suspense>
          <CreateWorkspaceDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Each workspace is a link, which Ctrl opens in another tab. */
function useActions(workspaces: readonly Workspace[], onCreate: () => void): MenuAction[] {
  const { data: user } = useQuery(currentUser);
  const navigate = useNavigate();
  const can = useCan();
  const { id: current, name = "" } = user?.workspace ?? {};
  const invite: MenuAction = {
    id: "invite",
    label: words.invitePeople(name),
    icon: "user-plus",
    startsGroup: true,
    onAction: () => void navigate({ to: "/settings/members", search: { invite: true } }),
  };
  const settings: MenuAction = {
    id: "settings",
    label: words.settings,
    icon: "settings",
    onAction: () => void navigate({ to: "/settings/workspace" }),
  };
  const create: MenuAction = {
    id: "create",
    label: words.create,
    icon: "plus",
    startsGroup: true,
    onAction: onCreate,
  };
  return [
    ...workspaces.map((workspace) => ({
      id: workspace.id,
      label: workspace.name,
      picture: <WorkspaceTile id={workspace.id} name={workspace.name} />,
      detail: words.roleAndPeople(roles[workspace.role], workspace.members_count),
      ...(workspace.is_default && { badge: words.isDefault }),
      isCurrent: workspace.id === current,
      href: `/?workspace=${workspace.id}`,
    })),
    ...(can("members:write") ? [invite] : []),
    ...(can("workspace:write") ? [settings] : []),
    ...(workspaces.some(({ role }) => role === "owner") ? [create] : []),
  ];
}
