import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { productName } from "../../strings/en/dashboard/app.ts";
import { lazyPart } from "../../ui/lazyPart.ts";
import { Mark } from "../../ui/mark.tsx";
import { workspacesQuery } from "../api/queries/workspaces.ts";
import { currentUser } from "../api/queryClient.ts";
import styles from "./layout.module.css";

const WorkspaceMenu = lazyPart(() => import("./workspaceMenu.tsx"), "WorkspaceMenu");

/** The workspace of this tab: its name, or a menu of all of the user's. */
export function WorkspaceHead() {
  const { data: user } = useQuery(currentUser);
  const { data: workspaces = [] } = useQuery({ ...workspacesQuery, enabled: user != null });
  const workspace = user?.workspace;
  const name = workspace?.name ?? productName;
  const only = (
    <Link to="/" className={styles.brand} aria-label={name}>
      <Mark />
      <span className={styles.productName}>{name}</span>
    </Link>
  );
  if (!workspace || workspaces.length < 2) return only;
  return (
    <Suspense fallback={only}>
      <WorkspaceMenu workspace={workspace} workspaces={workspaces} />
    </Suspense>
  );
}
