import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { OwnWorkspace, Workspace } from "../../../../shared/api/shapes/workspaces.ts";
import { roles } from "../../strings/en/dashboard/rights.ts";
import * as words from "../../strings/en/dashboard/workspaces.ts";
import { Icon } from "../../ui/icon.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { ActionMenu, type MenuAction } from "../../ui/menu.tsx";
import { PressButton } from "../../ui/pressButton.tsx";
import { WorkspaceTile } from "../../ui/workspaceTile.tsx";
import { useCan } from "../api/rights.ts";
import { useMayCreate } from "../members/useMayCreate.ts";
import styles from "./layout.module.css";

const CreateWorkspaceDialog = lazyPart(() => import("../members/createWorkspaceDialog.tsx"), "CreateWorkspaceDialog");

interface Props {
  workspace: OwnWorkspace;
  /** all of the user's */
  workspaces: readonly Workspace[];
}

/** Switches to another workspace. Loaded for users who have several. */
export function WorkspaceMenu({ workspace: { id, name, role }, workspaces }: Props) {
  const [isCreating, setCreating] = useState(false);
  const others = useOthers(name, () => setCreating(true));
  const actions = workspaces.map((workspace) => ({
    id: workspace.id,
    label: workspace.name,
    picture: <WorkspaceTile id={workspace.id} name={workspace.name} />,
    detail: words.roleAndPeople(roles[workspace.role], workspace.members_count),
    ...(workspace.is_default && { badge: words.isDefault }),
    ...(workspace.deletes_at && { badge: words.deletesIn(daysUntil(workspace.deletes_at)), isWarning: true }),
    isCurrent: workspace.id === id,
    // a link, which Ctrl opens in another tab
    href: `/?workspace=${workspace.id}`,
  }));
  return (
    <>
      <ActionMenu
        label={words.workspaces}
        actions={[...actions, ...others]}
        trigger={
          <PressButton
            className={styles.workspace as string}
            aria-label={words.workspaceMenu(name, role ? roles[role] : "")}
          >
            <WorkspaceTile id={id} name={name} />
            <span className={styles.who}>
              <bdi className={styles.workspaceName}>{name}</bdi>
              {role && <span className={styles.email}>{roles[role]}</span>}
            </span>
            <Icon name="chevrons-up-down" />
          </PressButton>
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

const dayMs = 86_400_000;
const daysUntil = (time: string): number => Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / dayMs));

/** Actions beside switching. */
function useOthers(name: string, onCreate: () => void): MenuAction[] {
  const navigate = useNavigate();
  const can = useCan();
  const mayCreate = useMayCreate();
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
    ...(can("members:write") ? [invite] : []),
    ...(can("workspace:write") ? [settings] : []),
    ...(mayCreate ? [create] : []),
  ];
}
