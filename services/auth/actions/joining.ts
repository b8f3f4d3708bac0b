import { type EntityManager, UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { changesBetween } from "../../../shared/api/audit/entry.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import { refuseSuspended } from "../../../shared/platform/access.ts";
import type { Database } from "../../../shared/platform/database/open.ts";
import type { Timed } from "../../../shared/platform/deadlines/deadline.ts";
import { env } from "../../../shared/platform/env.ts";
import { forbidden, invalid, notFoundAs, unauthenticated } from "../../../shared/platform/errors.ts";
import { auditAs, invitationTarget, memberTarget } from "../audit.ts";
import type { UserRow } from "../entities.ts";
import * as rules from "../members.ts";
import { hashPassword } from "../passwords.ts";
import { refusePasswords } from "../sso/settings.ts";
import { factorsOf } from "../store/factors.ts";
import { noteDecline } from "../store/invitationLetters.ts";
import * as invitations from "../store/invitations.ts";
import { countMembers, findMemberByEmail, insertHome, insertMember } from "../store/members.ts";
import { findSignIn, insertSignIn } from "../store/signIns.ts";
import { findUser, findUserByEmail, insertUser, verifyEmail } from "../store/users.ts";
import { lockWorkspace } from "../store/workspaces.ts";
import { userView } from "../views.ts";
import { callerBy } from "./signIns.ts";

/** Accepting and declining an invitation by its link (teams §20.6). */

/** GET /auth/invitation/ */
export const getInvitation: Action<"auth.getInvitation"> = {
  params: { query: "object" },
  async handler(ctx) {
    const em = this.database.read(ctx);
    const found = await invitations.findByToken(em, ctx.params.query.token);
    if (!found) throw notValid();
    return {
      workspace_name: found.workspace,
      invited_by: found.inviter,
      email: found.email,
      role: found.role,
      responses: found.responses,
      // someone with a copied link may not read the address's mail, and must not learn about its person
      ...(found.is_mailed && { has_user: (await findUserByEmail(em, found.email)) !== null }),
      sso_only: env().SSO_ONLY,
      expires: found.expires.toISOString(),
    };
  },
};

/** POST /auth/invitation/accept/: one of two concurrent requests joins, the other gets 404. */
export const acceptInvitation: Action<"auth.acceptInvitation"> = {
  params: { token: "string", body: "object" },
  async handler(ctx) {
    const { token: cookie, body } = ctx.params;
    const { database } = this;
    const found = await invitations.findByToken(database.read(ctx), body.token);
    if (!found) throw notValid();
    const user = await signedIn(ctx, database, cookie);
    if (user && user.email_key !== found.email_key)
      throw forbidden(`This invitation is for ${found.email}. Sign out first.`);
    if (!user && (await findUserByEmail(database.read(ctx), found.email)))
      throw unauthenticated(`Sign in as ${found.email} to accept this invitation.`);
    const newcomer = user ? null : await newcomerOf(body);
    const joined = await database.write(ctx, (em) => join(em, ctx, user, newcomer)).catch(orExists);
    const token = joined.token ?? cookie;
    const caller = await callerBy(database, token, found.account_id);
    const factors = await factorsOf(database.read(ctx), joined.user.id);
    return { user: userView(joined.user, caller, factors), token, is_new: newcomer !== null };
  },
};

async function signedIn(ctx: Timed, database: Database, cookie: string): Promise<UserRow | null> {
  const found = cookie ? await findSignIn(database.pool, cookie, null) : null;
  return found && findUser(database.read(ctx), found.user_id);
}

interface Newcomer {
  name: string;
  password_hash: string;
}

async function newcomerOf({ name, password }: Params<"auth.acceptInvitation">["body"]): Promise<Newcomer> {
  refusePasswords();
  const missing = Object.entries({ name, password }).filter(([, value]) => value === undefined);
  if (missing.length > 0) throw invalid(missing.map(([field]) => `${field}: is required`));
  return { name: name ?? "", password_hash: await hashPassword(password ?? "") };
}

async function join(
  em: EntityManager,
  { params, meta }: Ctx<Params<"auth.acceptInvitation">>,
  known: UserRow | null,
  newcomer: Newcomer | null,
) {
  const link = params.body.token;
  const offered = await invitations.findByToken(em, link);
  if (!offered) throw notValid();
  await lockWorkspace(em, offered.account_id);
  // another request may have accepted or revoked it before the lock
  const found = await invitations.findByToken(em, link);
  if (!found) throw notValid();
  refuseSuspended({ deletes_at: found.deletes_at?.toISOString() ?? null });
  if (!(await invitations.endInvitation(em, found.id, "accepted"))) throw notValid();
  const { account_id, role, responses } = found;
  if (
    !(await findMemberByEmail(em, account_id, found.email_key)) &&
    (await countMembers(em, account_id)) >= rules.membersLimit()
  )
    throw rules.membersFull();
  const user = known ?? (newcomer && (await insertNewcomer(em, found, newcomer)));
  if (!user) throw notValid();
  if (!(await insertMember(em, account_id, user.id, { role, responses }))) throw rules.membershipsFull();
  await invitations.handGrants(em, found.id, user.id);
  if (found.is_mailed) await verifyEmail(em, user.id);
  const actor = { type: "user", id: user.id, name: user.name } as const;
  await auditAs(
    em,
    { account_id, actor, origin: meta.origin },
    {
      action: "invitation.accepted",
      targets: [invitationTarget(found), memberTarget({ user_id: user.id, name: user.name })],
      changes: changesBetween({}, { role, responses }),
    },
  );
  const token = known ? null : await insertSignIn(em, user, { method: "password", origin: meta.origin });
  return { user: { ...user, email_verified: user.email_verified || found.is_mailed }, token };
}

async function insertNewcomer(
  em: EntityManager,
  { email, is_mailed: isProved }: { email: string; is_mailed: boolean },
  newcomer: Newcomer,
): Promise<UserRow> {
  return insertUser(em, { account_id: await insertHome(em), email, email_verified: isProved, ...newcomer });
}

/** Another request registered the address in between. */
function orExists(error: unknown): never {
  if (error instanceof UniqueConstraintViolationException) throw unauthenticated("Sign in to accept this invitation.");
  throw error;
}

/** Only the link is known of who declines. */
const unknownPerson = { type: "user", id: null, name: null } as const;

/** POST /auth/invitation/decline/ */
export const declineInvitation: Action<"auth.declineInvitation"> = {
  params: { body: "object" },
  async handler(ctx) {
    const isDone = await this.database.write(ctx, async (em) => {
      const offered = await invitations.findByToken(em, ctx.params.body.token);
      if (!offered) return false;
      await lockWorkspace(em, offered.account_id);
      // another request may have revoked or sent it again before the lock
      const found = await invitations.findByToken(em, ctx.params.body.token);
      if (!found || !(await invitations.endInvitation(em, found.id, "declined"))) return false;
      await noteDecline(em, found.account_id, found.email);
      const acting = { account_id: found.account_id, actor: unknownPerson, origin: ctx.meta.origin };
      await auditAs(em, acting, { action: "invitation.declined", targets: [invitationTarget(found)] });
      return true;
    });
    if (!isDone) throw notValid();
    return null;
  },
};

const notValid = () => notFoundAs("This invitation isn't valid anymore. Ask the person who invited you for a new one.");
