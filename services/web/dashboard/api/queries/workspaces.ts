import { queryOptions } from "@tanstack/react-query";
import type { UpdateOwnMembershipBody } from "../../../../../shared/api/shapes/members.ts";
import type {
  CreateWorkspaceBody,
  DeleteWorkspaceBody,
  UpdateWorkspaceBody,
} from "../../../../../shared/api/shapes/workspaces.ts";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";

/** More than one person may own. */
const limit = 100;

/** The user's workspaces by name. The same in all of them. */
export const workspacesQuery = queryOptions({
  queryKey: ["workspaces"],
  queryFn: async ({ signal }) => (await dataOf(api.get("/api/workspaces/", { query: { limit }, signal }))).results,
  staleTime: 60_000,
});

export const workspaceQuery = (id: string) =>
  queryOptions({
    queryKey: ["workspaces", id],
    queryFn: ({ signal }) => dataOf(api.get("/api/workspaces/{id}/", { path: { id }, signal })),
  });

export const createWorkspace = (body: CreateWorkspaceBody) => dataOf(api.post("/api/workspaces/", { body }));

export const updateWorkspace = (id: string, body: UpdateWorkspaceBody) =>
  dataOf(api.patch("/api/workspaces/{id}/", { path: { id }, body }));

const membershipKey = (workspace: string) => ["ownMembership", workspace];

/** The user's settings in a workspace. */
export const ownMembershipQuery = (workspace: string) =>
  queryOptions({
    queryKey: membershipKey(workspace),
    queryFn: ({ signal }) => dataOf(api.get("/api/workspaces/{id}/me/", { path: { id: workspace }, signal })),
  });

export const updateOwnMembership = (workspace: string, body: UpdateOwnMembershipBody) =>
  dataOf(api.patch("/api/workspaces/{id}/me/", { path: { id: workspace }, body }));

export const deleteWorkspace = (id: string, body: DeleteWorkspaceBody) =>
  dataOf(api.post("/api/workspaces/{id}/delete/", { path: { id }, body }));

export const restoreWorkspace = (id: string) => dataOf(api.post("/api/workspaces/{id}/restore/", { path: { id } }));
