import { randomUUID } from "node:crypto";
import { list, type World } from "../common.ts";
import { type Inputs, ofForm, ofWorkspace, type Prepare, page } from "./input.ts";

/** Members, invitations, access, keys, usage and the audit log. */
const memberOf = async ({ query, workspace }: World): Promise<string> =>
  (
    await query("select user_id from auth.memberships where account_id = $1 and role = 'guest' order by 1 limit 1", [
      workspace,
    ])
  )[0]?.user_id as string;
const ofMember =
  (more: object = {}): Prepare =>
  async (world) => ({ path: { id: world.workspace, user_id: await memberOf(world) }, ...more });
const invitationOf = async ({ query, workspace }: World): Promise<string> =>
  (
    await query("select id from auth.invitations where account_id = $1 and status = 'pending' order by 1 limit 1", [
      workspace,
    ])
  )[0]?.id as string;

/** 200 forms that aren't shared yet. */
async function freshForms({ query }: World, repeat: number) {
  const rows = await query("select id from forms.forms where slug like 'copy-%' order by slug offset $1 limit 200", [
    1_200 + repeat * 200,
  ]);
  return rows.map(({ id }) => ({ form_id: id, role: "viewer", responses: "none" }));
}
const accessOf = async (world: World): Promise<{ slug: string; id: string }> => {
  const [row] = await world.query(
    `select f.slug, g.id from auth.form_grants g join forms.forms f on f.id = g.form_id
      where g.user_id is not null order by f.slug limit 1`,
  );
  return row as { slug: string; id: string };
};
const key = () => ({
  name: "k".repeat(100),
  form_ids: [] as string[],
  allowed_addresses: list(20, (at) => `10.0.${at}.0/24`),
});
const keyOf = async ({ ask }: World) => (await ask("POST", "/api/account/api-keys/", { name: "A key" })).id;
const years = "?from=2020-01-01";

export const peopleInputs: Inputs = {
  listMembers: [
    ofWorkspace({ query: page }),
    ofWorkspace({ query: `${page}&search=member&ordering=-last_active` }),
    ofWorkspace({ query: "?limit=1" }),
  ],
  updateMember: ofMember({ body: { role: "viewer", responses: "read" } }),
  removeMember: ofMember({ query: "?revoke_keys=true" }),
  getRemoval: ({ workspace, user }) => ({ path: { id: workspace, user_id: user } }),
  getOwnMembership: ofWorkspace(),
  updateOwnMembership: ofWorkspace({ body: { mails_failures: true } }),
  listInvitations: [ofWorkspace({ query: page }), ofWorkspace({ query: `${page}&status=pending` })],
  invite: async (world, repeat) => {
    const forms = await freshForms(world, repeat);
    await world.query(
      "update auth.invitations set status = 'revoked' where account_id = $1 and status = 'pending' and email not like 'invited%'",
      [world.workspace],
    );
    await world.query(
      `update auth.invitations set status = 'declined' where id in
        (select id from auth.invitations where account_id = $1 and status = 'pending' limit 60)`,
      [world.workspace],
    );
    const invitations = list(24, () => ({
      email: `${randomUUID()}@example.com`,
      role: "guest",
      responses: "none",
      forms,
    }));
    return { path: { id: world.workspace }, body: { invitations } };
  },
  revokeInvitation: async (world) => ({ path: { id: world.workspace, invitation_id: await invitationOf(world) } }),
  resendInvitation: async (world) => ({ path: { id: world.workspace, invitation_id: await invitationOf(world) } }),
  listAccess: async (world) => ({ path: { slug: (await accessOf(world)).slug }, query: page }),
  grantAccess: ofForm("large", { body: { email: "shared@example.com", role: "viewer", responses: "none" } }),
  updateAccess: async (world) => ({ path: { ...(await accessOf(world)) }, body: { role: "viewer" } }),
  revokeAccess: async (world) => ({ path: { ...(await accessOf(world)) } }),
  listApiKeys: () => ({ query: page }),
  createApiKey: async ({ query, workspace }) => {
    const forms = await query("select id from forms.forms where account_id = $1 limit 100", [workspace]);
    return { body: { ...key(), scopes: ["forms:read"], form_ids: forms.map(({ id }) => id) } };
  },
  revokeApiKey: async (world) => ({ path: { id: await keyOf(world) } }),
  rotateApiKey: async (world) => ({ path: { id: await keyOf(world) }, body: { grace_hours: 168 } }),
  getUsage: () => ({ query: years }),
  getWorkspaceUsage: ofWorkspace({ query: years }),
  listAuditEntries: [ofWorkspace({ query: page }), ofWorkspace({ query: `${page}&offset=9000` })],
  exportAuditEntries: [ofWorkspace(), ofWorkspace({ query: "?format=csv" })],
  listWorkspaces: () => ({ query: page }),
  createWorkspace: async ({ person }) => ({ cookie: (await person()).cookie, body: { name: "w".repeat(100) } }),
  getWorkspace: ofWorkspace(),
  updateWorkspace: ofWorkspace({ body: { name: "Research", settings: { sharing: "editors" } } }),
  deleteWorkspace: async ({ ask, query }) => {
    const { id } = await ask("POST", "/api/workspaces/", { name: "Ending" });
    await query("update forms.forms set account_id = $1 where slug like 'copy-19%'", [id]);
    return { path: { id }, body: { name: "Ending", password: "correct horse battery" } };
  },
  restoreWorkspace: async ({ ask }) => {
    const { id } = await ask("POST", "/api/workspaces/", { name: "Ending" });
    await ask("POST", `/api/workspaces/${id}/delete/`, { name: "Ending", password: "correct horse battery" });
    return { path: { id } };
  },
};
