import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Capability } from "../../../shared/api/access/capabilities.ts";
import { parseRoleRules } from "../../../shared/api/access/ssoRoles.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { env } from "../../../shared/platform/env.ts";
import { clientId, clientSecret, type Issuer, startIssuer } from "../../support/issuer.ts";
import { type AuthBroker, newOwner, startAuth, statusOf } from "./broker.ts";

/** Changes of a workspace's people at the same time, 50 each (teams §20.17). */
const clients = Array.from({ length: 50 }, (_, at) => at);
const baseUrl = "https://forms.example";
const browser = "b".repeat(43);
let auth: AuthBroker;
let issuer: Issuer;

beforeAll(async () => {
  issuer = await startIssuer();
  Object.assign(process.env, {
    SIGNUP: "open",
    OIDC_ISSUER_URL: issuer.url,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ROLES_CLAIM: "groups",
  });
  auth = await startAuth();
});
afterAll(async () => {
  await auth?.stop();
  await issuer?.close();
});

type Owner = Awaited<ReturnType<typeof newOwner>>;
const query = async (text: string, values: unknown[]) => (await auth.service.database.pool.query(text, values)).rows;
/** A request of a signed-in person for a workspace. */
async function by(token: string, workspace: string, needs: Capability): Promise<Caller> {
  return { ...(await auth.call("auth.authenticate", { token, workspace })), needs: [needs] };
}
const rolesIn = (workspace: string) =>
  query("select user_id, role, source from auth.memberships where account_id = $1 order by role", [workspace]);

async function invited(owner: Owner, email: string, role: "owner" | "admin" | "viewer") {
  const id = owner.user.account_id;
  const body = { invitations: [{ email, role }] };
  const caller = await by(owner.token, id, "members:write");
  const { results } = await auth.call("auth.invite", { caller, id, body, base_url: baseUrl });
  const [made] = results;
  return { id: made?.id ?? "", token: new URL(made?.url ?? "").searchParams.get("token") ?? "" };
}

/** A member of the owner's workspace, who has one of their own, too. */
async function member(owner: Owner, role: "owner" | "admin" | "viewer"): Promise<Owner> {
  const person = await newOwner(auth.call);
  const { token } = await invited(owner, person.email, role);
  await auth.call("auth.acceptInvitation", { token: person.token, body: { token } });
  return person;
}

test("of two owners who remove each other, one stays", async () => {
  const [first] = [await newOwner(auth.call)];
  const second = await member(first, "owner");
  const id = first.user.account_id;
  const callers = await Promise.all([first, second].map(({ token }) => by(token, id, "members:write")));
  const others = [second, first];
  const statuses = await Promise.all(
    clients.map((at) => {
      const [caller, other] = [callers[at % 2] as Caller, others[at % 2] as Owner];
      return statusOf(auth.call("auth.removeMember", { caller, id, user_id: other.user.id, query: {} }));
    }),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(await rolesIn(id)).toMatchObject([{ role: "owner" }]);
});

test("of two owners who step down, one stays an owner, and is told why", async () => {
  const first = await newOwner(auth.call);
  const second = await member(first, "owner");
  const id = first.user.account_id;
  const callers = await Promise.all([first, second].map(({ token }) => by(token, id, "account:read")));
  const statuses = await Promise.all(
    clients.map((at) => {
      const [caller, { user }] = [callers[at % 2] as Caller, [first, second][at % 2] as Owner];
      return statusOf(auth.call("auth.updateMember", { caller, id, user_id: user.id, body: { role: "admin" } }));
    }),
  );
  expect((await rolesIn(id)).map(({ role }) => role)).toEqual(["admin", "owner"]);
  const [owner] = (await rolesIn(id)).filter(({ role }) => role === "owner");
  const ofOwner = statuses.filter((_, at) => [first, second][at % 2]?.user.id === owner?.user_id);
  expect(new Set(ofOwner)).toEqual(new Set([409]));
});

test("an invitation is accepted once", async () => {
  const owner = await newOwner(auth.call);
  const person = await newOwner(auth.call);
  const { token } = await invited(owner, person.email, "viewer");
  const accepting = () => statusOf(auth.call("auth.acceptInvitation", { token: person.token, body: { token } }));
  const statuses = await Promise.all(clients.map(accepting));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(new Set(statuses)).toEqual(new Set([200, 404]));
});

test("an invitation that is accepted and revoked is one of both", async () => {
  const owner = await newOwner(auth.call);
  const person = await newOwner(auth.call);
  const id = owner.user.account_id;
  const { id: invitation, token } = await invited(owner, person.email, "viewer");
  const caller = await by(owner.token, id, "members:write");
  const accepting = () => statusOf(auth.call("auth.acceptInvitation", { token: person.token, body: { token } }));
  const revoking = () => statusOf(auth.call("auth.revokeInvitation", { caller, id, invitation_id: invitation }));
  const statuses = await Promise.all(clients.map((at) => (at % 2 ? accepting() : revoking())));
  const accepted = statuses.filter((status, at) => at % 2 && status === 200).length;
  expect((await rolesIn(id)).length).toBe(1 + accepted);
  const [{ status }] = await query("select status from auth.invitations where id = $1", [invitation]);
  expect(status).toBe(accepted === 1 ? "accepted" : "revoked");
});

test("a key isn't created with rights that its creator has just lost", async () => {
  const owner = await newOwner(auth.call);
  const admin = await member(owner, "admin");
  const id = owner.user.account_id;
  const caller = await by(admin.token, id, "keys:write");
  const creating = await auth.service.database.write(withoutDeadline, async (em) => {
    // requests that were authorized before wait for the workspace
    await rows(em, "select from auth.accounts where id = $1 for update", [id]);
    const all = clients.map((at) =>
      statusOf(auth.call("auth.createKey", { caller, token: admin.token, body: { name: `Key ${at}` } })),
    );
    await rows(
      em,
      "update auth.memberships set role = 'viewer', responses = 'none' where user_id = $1 and account_id = $2",
      [admin.user.id, id],
    );
    return all;
  });
  expect(new Set(await Promise.all(creating))).toEqual(new Set([403]));
  expect(await query("select from auth.api_keys where account_id = $1", [id])).toEqual([]);
});

/** Signs the issuer's person in. */
async function enter() {
  const { location } = await auth.call("auth.startSso", { query: {}, browser, base_url: baseUrl });
  const answer = await issuer.visit(location);
  return auth.call("auth.finishSso", { query: answer, browser, token: "", base_url: baseUrl });
}

function arriveAs(person: Owner, workspace: string, ...groups: string[]): void {
  Object.assign(env(), { OIDC_ROLES: parseRoleRules(`staff=editor@${workspace}`) });
  issuer.claims = { sub: person.user.id, email: person.email, email_verified: true, name: "Grace", groups };
}

test("a role that an admin sets stays beside concurrent single sign-ons", async () => {
  const owner = await newOwner(auth.call);
  const person = await newOwner(auth.call);
  const id = owner.user.account_id;
  await query("update auth.users set email_verified = true where id = $1", [person.user.id]);
  arriveAs(person, id, "staff");
  await enter();
  const caller = await by(owner.token, id, "members:write");
  const change = { caller, id, user_id: person.user.id, body: { role: "viewer" } } as const;
  arriveAs(person, id);
  await Promise.all([...clients.map(enter), auth.call("auth.updateMember", change).catch(() => undefined)]);
  const mine = (await rolesIn(id)).filter(({ user_id }) => user_id === person.user.id);
  // a sign-in that came first ended the membership, a later one left what the admin set
  expect([[], [{ user_id: person.user.id, role: "viewer", source: "manual" }]]).toContainEqual(mine);
}, 30_000);

test("an invitation of a person who joins by single sign-on doesn't wait for them", async () => {
  const owner = await newOwner(auth.call);
  const person = await newOwner(auth.call);
  const id = owner.user.account_id;
  await query("update auth.users set email_verified = true where id = $1", [person.user.id]);
  arriveAs(person, id, "staff");
  const statuses = await Promise.all(
    clients.map((at) => statusOf(at % 2 ? enter() : invited(owner, person.email, "viewer"))),
  );
  expect(statuses.filter((status) => ![200, 409].includes(status))).toEqual([]);
  const pending = await query("select from auth.invitations where account_id = $1 and status = 'pending'", [id]);
  expect(pending).toEqual([]);
  expect((await rolesIn(id)).filter(({ user_id }) => user_id === person.user.id)).toHaveLength(1);
}, 30_000);

test("an invitation that is declined while it is revoked or sent again ends once, without an error", async () => {
  const owner = await newOwner(auth.call);
  const id = owner.user.account_id;
  const caller = await by(owner.token, id, "members:write");
  const statuses = await Promise.all(
    clients.slice(0, 12).map(async (at) => {
      const { id: invitationId, token } = await invited(owner, `declining${at}@example.com`, "viewer");
      const params = { caller, id, invitation_id: invitationId };
      const changed =
        at % 2 === 0
          ? auth.call("auth.revokeInvitation", params)
          : auth.call("auth.resendInvitation", { ...params, base_url: baseUrl });
      return Promise.all([statusOf(auth.call("auth.declineInvitation", { body: { token } })), statusOf(changed)]);
    }),
  );
  // the link has ended, or the invitation has
  for (const pair of statuses) for (const status of pair) expect([200, 404, 409]).toContain(status);
});

test("a person joins up to 500 workspaces", async () => {
  const owner = await newOwner(auth.call);
  const person = await newOwner(auth.call);
  await query(
    `with made as (insert into auth.accounts (id, name) select gen_random_uuid(), 'W' || n from generate_series(1, 498) n
        returning id)
      insert into auth.memberships (account_id, user_id, role, responses) select id, $1, 'viewer', 'none' from made`,
    [person.user.id],
  );
  const accept = async () => {
    const { token } = await invited(owner, person.email, "viewer");
    return auth.call("auth.acceptInvitation", { token: person.token, body: { token } });
  };
  await accept();
  const other = await newOwner(auth.call);
  const { token } = await invited(other, person.email, "viewer");
  const full = { code: 409, message: expect.stringMatching(/^You.re a member of 500 workspaces/) };
  const joined = auth.call("auth.acceptInvitation", { token: person.token, body: { token } });
  await expect(joined).rejects.toMatchObject(full);
  const created = auth.call("auth.createWorkspace", { caller: person.caller, body: { name: "One more" } });
  await expect(created).rejects.toMatchObject(full);
});
