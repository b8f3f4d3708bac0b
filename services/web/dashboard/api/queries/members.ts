import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { lowestRole, type Role } from "../../../../../shared/api/access/roles.ts";
import type {
  GrantAccessBody,
  InviteBody,
  UpdateAccessBody,
  UpdateMemberBody,
} from "../../../../../shared/api/shapes/members.ts";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";
import { formKey } from "./forms.ts";

/** maximum of a list */
export const membersPageSize = 100;

export interface MembersView {
  search: string;
  role: Role | null;
  page: number;
}

export const membersKey = (workspace: string) => ["members", workspace];
const invitationsKey = (workspace: string) => ["invitations", workspace];

export const membersQuery = (workspace: string, { search, role, page }: MembersView) =>
  queryOptions({
    queryKey: [...membersKey(workspace), { search, role, page }],
    queryFn: ({ signal }) => {
      const query = { ...(search && { search }), ...(role && { role }), page, limit: membersPageSize };
      return dataOf(api.get("/api/workspaces/{id}/members/", { path: { id: workspace }, query, signal }));
    },
    placeholderData: keepPreviousData,
  });

export const guestsQuery = (workspace: string, search: string, page: number) =>
  membersQuery(workspace, { search, role: lowestRole, page });

/** The first page of all. */
export const allMembersQuery = (workspace: string) => membersQuery(workspace, { search: "", role: null, page: 1 });

export const updateMember = (workspace: string, user: string, body: UpdateMemberBody) =>
  dataOf(api.patch("/api/workspaces/{id}/members/{user_id}/", { path: { id: workspace, user_id: user }, body }));

export const removalQuery = (workspace: string, user: string) =>
  queryOptions({
    // apart from the list, which is read again when the member is gone
    queryKey: ["removal", workspace, user],
    queryFn: ({ signal }) =>
      dataOf(
        api.get("/api/workspaces/{id}/members/{user_id}/removal/", { path: { id: workspace, user_id: user }, signal }),
      ),
    staleTime: 0,
  });

export const removeMember = (workspace: string, user: string, revokesKeys: boolean) =>
  dataOf(
    api.delete("/api/workspaces/{id}/members/{user_id}/", {
      path: { id: workspace, user_id: user },
      ...(revokesKeys && { query: { revoke_keys: true } }),
    }),
  );

/** Invitations without an answer: all that are pending, of which a workspace has at most 200, and the newest that have expired. */
export const invitationsQuery = (workspace: string) =>
  queryOptions({
    queryKey: invitationsKey(workspace),
    queryFn: async ({ signal }) => {
      const asked = [
        { status: "pending", page: 1 },
        { status: "pending", page: 2 },
        { status: "expired", page: 1 },
      ] as const;
      const pages = asked.map((query) =>
        dataOf(
          api.get("/api/workspaces/{id}/invitations/", {
            path: { id: workspace },
            query: { ...query, limit: membersPageSize },
            signal,
          }),
        ),
      );
      return (await Promise.all(pages)).flatMap(({ results }) => results);
    },
  });

/** Keys of what an invitation or a removal changes. */
export const peopleKeys = (workspace: string) => [membersKey(workspace), invitationsKey(workspace), ["workspaces"]];

export const invite = (workspace: string, body: InviteBody) =>
  dataOf(api.post("/api/workspaces/{id}/invitations/", { path: { id: workspace }, body }));

export const resendInvitation = (workspace: string, invitation: string) =>
  dataOf(
    api.post("/api/workspaces/{id}/invitations/{invitation_id}/resend/", {
      path: { id: workspace, invitation_id: invitation },
    }),
  );

export const revokeInvitation = (workspace: string, invitation: string) =>
  dataOf(
    api.delete("/api/workspaces/{id}/invitations/{invitation_id}/", {
      path: { id: workspace, invitation_id: invitation },
    }),
  );

export const accessKey = (slug: string) => [...formKey(slug), "access"];

/** People with access to a form beside their role. More than a form may have. */
export const accessQuery = (slug: string) =>
  queryOptions({
    queryKey: accessKey(slug),
    queryFn: ({ signal }) =>
      dataOf(api.get("/api/v2/form/{slug}/access/", { path: { slug }, query: { limit: membersPageSize }, signal })),
  });

export const grantAccess = (slug: string, body: GrantAccessBody) =>
  dataOf(api.post("/api/v2/form/{slug}/access/", { path: { slug }, body }));

export const updateAccess = (slug: string, id: string, body: UpdateAccessBody) =>
  dataOf(api.patch("/api/v2/form/{slug}/access/{id}/", { path: { slug, id }, body }));

export const revokeAccess = (slug: string, id: string) =>
  dataOf(api.delete("/api/v2/form/{slug}/access/{id}/", { path: { slug, id } }));
