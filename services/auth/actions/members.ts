import type { EntityManager } from "@mikro-orm/postgresql";
import { allows } from "../../../shared/api/access/allows.ts";
import { type ResponseLevel, readsAll, responseLevels } from "../../../shared/api/access/capabilities.ts";
import { gives, isBelow, type Role, responsesFor } from "../../../shared/api/access/roles.ts";
import { changesBetween } from "../../../shared/api/audit/entry.ts";
import type { Member, UpdateMemberBody } from "../../../shared/api/shapes/members.ts";
import { MembersQuery, RemoveMemberQuery } from "../../../shared/api/shapes/members.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { checkRights } from "../../../shared/platform/access.ts";
import { invalid, notFound } from "../../../shared/platform/errors.ts";
import { audit, keyTarget, memberTarget } from "../audit.ts";
import { post } from "../letters/post.ts";
import type { About, LetterName } from "../letters/texts.ts";
import * as rules from "../members.ts";
import type { AuthService } from "../service.ts";
import { ssoOf } from "../sso/settings.ts";
import { hasIdentity } from "../store/identities.ts";
import * as store from "../store/members.ts";
import { personOf } from "./workspaces.ts";

/** GET /workspaces/{id}/members/ */
export const listMembers: Action<"auth.listMembers"> = {
  params: { caller: "object", id: "uuid", query: queryRule(MembersQuery), paging: "object" },
  async handler(ctx) {
    const { caller, id, query, paging } = ctx.params;
    const { rows, count } = await store.listMembers(this.database.read(ctx), id, query, paging);
    const formIds = rows.flatMap(({ grants }) => grants.map(({ form_id }) => form_id));
    const forms = await rules.formNames(ctx, caller, formIds);
    const isAdmin = allows({ ...caller, needs: ["members:write"] }, "workspace");
    return { count, results: rows.map((row) => memberView(row, forms, isAdmin)) };
  },
};

/** PATCH /workspaces/{id}/members/{user_id}/: members change those below them, and step down themselves. */
export const updateMember: Action<"auth.updateMember", AuthService> = {
  params: { caller: "object", id: "uuid", user_id: "uuid", body: "object" },
  async handler(ctx) {
    const { caller } = ctx.params;
    const row = await this.database.write(ctx, (em) => change(em, ctx));
    const forms = await rules.formNames(
      ctx,
      caller,
      row.grants.map(({ form_id }) => form_id),
    );
    return memberView(row, forms, allows({ ...caller, needs: ["members:write"] }, "workspace"));
  },
};

async function change(em: EntityManager, ctx: Ctx<Params<"auth.updateMember">>) {
  const { caller, id, user_id, body } = ctx.params;
  const isSelf = isOneself(caller, user_id);
  const current = await rules.lockFor(em, caller, id, isSelf ? "any role" : "members:write");
  const member = await found(em, id, user_id);
  const role = body.role ?? member.role;
  const kept = role === member.role ? member.responses : undefined;
  const responses = responsesFor(role, body.responses ?? kept);
  if (isSelf) refuseRise(current, member, { role, responses });
  if (!isSelf) {
    rules.refuseRole(current, member.role);
    rules.refuseRole(current, role);
  }
  if (role !== member.role && !gives(role, "forms:read") && member.grants.length === 0)
    throw invalid(["role: a guest needs a form that is shared with them"]);
  if (!gives(role, "workspace:delete")) await rules.keepAnOwner(em, id, member.role);
  await store.changeMember(em, id, user_id, { role, responses }, await sourceFor(em, user_id, body));
  if (!readsAll(responses) && readsAll(member.responses)) await store.stopEmailsTo(em, id, user_id);
  await rules.afterFall(em, id, user_id, role, responses);
  const changes = changesBetween(member, { role, responses });
  if (changes.length > 0)
    await audit(em, ctx, { action: "member.role_changed", targets: [memberTarget(member)], changes });
  const row = await found(em, id, user_id);
  if (row.role !== member.role && !isSelf) await tell(em, caller, row, "roleChange", { ...byPerson(caller), role });
  return row;
}

/** A change by hand ends what single sign-on set, unless the member is to follow it again. */
async function sourceFor(em: EntityManager, userId: string, { source }: UpdateMemberBody): Promise<"manual" | "sso"> {
  if (source === undefined) return "manual";
  if (!(await hasIdentity(em, userId))) throw invalid(["source: must be sent only for a member with single sign-on"]);
  return source;
}

/** Emails a member, unless they did it themself. */
const tell = <N extends LetterName>(
  em: EntityManager,
  { account_id }: Caller,
  to: store.MemberRow,
  name: N,
  about: About<N>,
) => post(em, name, { id: to.user_id, email: to.email, name: to.name }, about, { account_id });

const byPerson = ({ name = "", workspace = "" }: Caller) => ({ by: name, workspace: workspace ?? "" });

/** Members can only lower their own rights. */
function refuseRise(caller: Caller, member: store.MemberRow, next: { role: Role; responses: ResponseLevel }): void {
  const rises =
    isBelow(member.role, next.role) ||
    responseLevels.indexOf(next.responses) > responseLevels.indexOf(member.responses);
  if (rises && caller.capabilities?.includes("members:write")) rules.refuseRole(caller, next.role);
  else if (rises) checkRights({ ...caller, needs: ["members:write"] });
}

/** DELETE /workspaces/{id}/members/{user_id}/: removes a member, or leaves. */
export const removeMember: Action<"auth.removeMember", AuthService> = {
  params: { caller: "object", id: "uuid", user_id: "uuid", query: queryRule(RemoveMemberQuery) },
  async handler(ctx) {
    const { caller, id, user_id: userId, query } = ctx.params;
    const isSelf = isOneself(caller, userId);
    await this.database.write(ctx, async (em) => {
      const current = await rules.lockFor(em, caller, id, isSelf ? "any role" : "members:write");
      const member = await found(em, id, userId);
      if (!isSelf) rules.refuseRole(current, member.role);
      if (query.revoke_keys && !isSelf) checkRights({ ...current, needs: ["keys:write"] });
      await rules.keepAnOwner(em, id, member.role);
      await store.deleteMember(em, id, userId);
      await store.stopEmailsTo(em, id, userId);
      const keys = query.revoke_keys ? await store.revokeKeysOf(em, id, userId) : [];
      await rules.afterFall(em, id, userId, null, "none");
      const action = isSelf ? "member.left" : "member.removed";
      await audit(em, ctx, { action, targets: [memberTarget(member), ...keys.map(keyTarget)] });
      if (!isSelf) await tell(em, caller, member, "removal", byPerson(caller));
    });
    return null;
  },
};

/** GET /workspaces/{id}/members/{user_id}/removal/ */
export const getRemoval: Action<"auth.getRemoval"> = {
  params: { caller: "object", id: "uuid", user_id: "uuid" },
  async handler(ctx) {
    const { caller, id, user_id: userId } = ctx.params;
    checkRights({ ...caller, needs: ["members:write"] });
    const em = this.database.read(ctx);
    const member = await found(em, id, userId);
    const [keys, kept, owners] = await Promise.all([
      store.keysOf(em, id, userId),
      ctx.call("integrations.ofMember", { caller, user_id: userId, email: member.email }),
      store.countOwners(em, id),
    ]);
    return { keys, ...kept, is_last_owner: gives(member.role, "workspace:delete") && owners === 1 };
  },
};

/** GET · PATCH /workspaces/{id}/me/ */
export const getOwnMembership: Action<"auth.getOwnMembership"> = {
  params: { caller: "object", id: "uuid" },
  async handler(ctx) {
    const { caller, id } = ctx.params;
    return { mails_failures: await store.mailsFailures(this.database.read(ctx), id, personOf(caller)) };
  },
};

export const updateOwnMembership: Action<"auth.updateOwnMembership"> = {
  params: { caller: "object", id: "uuid", body: "object" },
  async handler(ctx) {
    const { caller, id, body } = ctx.params;
    return this.database.write(ctx, async (em) => {
      const value = body.mails_failures;
      if (value !== undefined) await store.setMailsFailures(em, id, personOf(caller), value);
      return { mails_failures: await store.mailsFailures(em, id, personOf(caller)) };
    });
  },
};

const isOneself = ({ key_id, user_id }: Caller, userId: string): boolean => key_id === null && user_id === userId;

async function found(em: EntityManager, accountId: string, userId: string): Promise<store.MemberRow> {
  const member = await store.findMember(em, accountId, userId);
  if (!member) throw notFound("member");
  return member;
}

function memberView(
  row: store.MemberRow,
  forms: Awaited<ReturnType<typeof rules.formNames>>,
  isAdmin: boolean,
): Member {
  return {
    user_id: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    responses: row.responses,
    source: row.source,
    forms: rules.namedGrants(row.grants, forms),
    has_second_factor: isAdmin ? row.has_second_factor : null,
    has_password: isAdmin ? row.has_password : null,
    sso: isAdmin ? ssoOf(row.has_sso) : null,
    last_active: row.last_active,
    created: row.created.toISOString(),
  };
}
