import type { EntityManager } from "@mikro-orm/postgresql";
import { allows } from "../../../shared/api/access/allows.ts";
import { type ResponseLevel, readsAll } from "../../../shared/api/access/capabilities.ts";
import {
  canBeOpenedTo,
  capabilitiesForForm,
  type FormRole,
  gives,
  lowestRole,
} from "../../../shared/api/access/roles.ts";
import { type AuditTarget, changesBetween, formTarget } from "../../../shared/api/audit/entry.ts";
import type { Access } from "../../../shared/api/shapes/members.ts";
import type { Action, Ctx } from "../../../shared/bus/calls.ts";
import type { FormReference } from "../../../shared/bus/contract/forms.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import { checkRights } from "../../../shared/platform/access.ts";
import { conflict, notFound } from "../../../shared/platform/errors.ts";
import { audit, invitationTarget, memberTarget } from "../audit.ts";
import { opennessOf } from "../callers.ts";
import { claimLetters } from "../invitationMail.ts";
import * as rules from "../members.ts";
import type { AuthService } from "../service.ts";
import * as store from "../store/invitations.ts";
import { deleteMember, findMemberByEmail, findMembership, stopEmailsTo } from "../store/members.ts";
import { checkCounts, mailLink, offerTo } from "./invitations.ts";

/** Access of single people to a form (teams §20.5). */

/** Also without quotas. */
const formsPerPerson = 200;

/** GET /form/{slug}/access/ */
export const listAccess: Action<"auth.listAccess"> = {
  params: { caller: "object", slug: "string", paging: "object" },
  async handler(ctx) {
    const { caller, paging } = ctx.params;
    const em = this.database.read(ctx);
    const { form_id } = await locate(ctx, em);
    const rows = await store.listAccess(em, caller.account_id, form_id, paging);
    const shown = rows.slice(paging.offset, paging.offset + paging.limit);
    return { count: rows.length, results: shown.map(accessView) };
  },
};

/** POST /form/{slug}/access/: shares the form with a member, or invites the address as a guest of this form. */
export const grantAccess: Action<"auth.grantAccess", AuthService> = {
  params: { caller: "object", slug: "string", body: "object", base_url: "string" },
  async handler(ctx) {
    const { caller, body, base_url } = ctx.params;
    const form = await locate(ctx, this.database.read(ctx));
    const { form_id } = form;
    const { access, mailed } = await this.database.write(ctx, async (em) => {
      const current = await rules.lockFor(em, caller, caller.account_id, "any role");
      await checkSharing(em, current, form_id, body);
      const shared = await share(em, { ...current, needs: [] }, form_id, body, this.mail !== null);
      const changes = changesBetween({}, { role: body.role, responses: body.responses });
      await audit(em, ctx, { action: "access.granted", targets: targetsOf(form, shared.access), changes });
      if (shared.mailed) await mailLink(em, caller, shared.mailed.row, shared.mailed.token, base_url);
      return shared;
    });
    return { ...accessView(access), ...mailed?.letter };
  },
};

const targetsOf = (form: FormReference, { user_id, name, invitation_id, email }: store.AccessRow): AuditTarget[] => [
  user_id === null ? invitationTarget({ id: invitation_id ?? "", email }) : memberTarget({ user_id, name: name ?? "" }),
  formTarget(form.form_id, form.title),
];

interface Share {
  email: string;
  role: FormRole;
  responses: ResponseLevel;
}

async function share(em: EntityManager, caller: Caller, formId: string, asked: Share, canMail: boolean) {
  const { account_id } = caller;
  const { role, responses } = asked;
  const all = await store.listAccess(em, account_id, formId, { ordering: { field: "created", descending: false } });
  if (all.length >= rules.grantsPerForm) throw rules.overshared();
  const key = emailKey(asked.email);
  if (all.some(({ email }) => emailKey(email) === key))
    throw conflict(`This form is shared with ${asked.email} already. Change their access instead.`);
  const member = await findMemberByEmail(em, account_id, key);
  const pending = member ? null : await store.findPendingFor(em, account_id, key);
  const grant = { account_id, form_id: formId, role, responses };
  const found = async (id: string | null) => {
    const row = id === null ? null : await store.findAccess(em, account_id, formId, id);
    if (!row) throw notFound("access");
    return row;
  };
  if (member || pending) {
    const of = member ? { user_id: member.user_id } : { invitation_id: pending?.id ?? "" };
    if ((await store.countGrants(em, account_id, of)) >= formsPerPerson)
      throw conflict(`${formsPerPerson} forms are shared with ${asked.email}, which is the limit.`);
    const id = await store.insertGrant(em, { user_id: null, invitation_id: null, ...grant, ...of });
    return { access: await found(id), mailed: null };
  }
  const offer = { email: asked.email, role: lowestRole, forms: [{ form_id: formId, role, responses }] };
  const letters = await claimLetters(em, account_id, [asked.email], canMail);
  const links = await offerTo(em, caller, offer, letters(asked.email));
  await checkCounts(em, account_id, links.mailed === null ? 0 : 1);
  const row = await store.findInvitation(em, links.id);
  const rows = await store.listAccess(em, account_id, formId, { ordering: { field: "created", descending: true } });
  const access = rows.find(({ invitation_id }) => invitation_id === links.id);
  if (!row || !access) throw notFound("access");
  return { access, mailed: { row, token: links.mailed, letter: links.letter } };
}

/** PATCH /form/{slug}/access/{id}/ */
export const updateAccess: Action<"auth.updateAccess"> = {
  params: { caller: "object", slug: "string", id: "uuid", body: "object" },
  async handler(ctx) {
    const { caller, id, body } = ctx.params;
    const { account_id } = caller;
    const form = await locate(ctx, this.database.read(ctx));
    const { form_id } = form;
    return this.database.write(ctx, async (em) => {
      const current = await rules.lockFor(em, caller, caller.account_id, "any role");
      const row = await found(em, caller, form_id, id);
      const role = body.role ?? row.role;
      const responses = body.responses ?? row.responses;
      await checkSharing(em, current, form_id, row);
      await checkSharing(em, current, form_id, { role, responses });
      await store.changeGrant(em, row.id, role, responses);
      if (row.user_id !== null && !readsAll(responses)) await stopEmailsTo(em, account_id, row.user_id, form_id);
      const changes = changesBetween(row, { role, responses });
      if (changes.length > 0)
        await audit(em, ctx, { action: "access.changed", targets: targetsOf(form, row), changes });
      return accessView(await found(em, caller, form_id, id));
    });
  },
};

/** DELETE /form/{slug}/access/{id}/: with the last grant a guest's membership ends, and an invitation of a guest. */
export const revokeAccess: Action<"auth.revokeAccess"> = {
  params: { caller: "object", slug: "string", id: "uuid" },
  async handler(ctx) {
    const { caller, id } = ctx.params;
    const { account_id } = caller;
    const form = await locate(ctx, this.database.read(ctx));
    const { form_id } = form;
    await this.database.write(ctx, async (em) => {
      const current = await rules.lockFor(em, caller, account_id, "any role");
      const row = await found(em, caller, form_id, id);
      await checkSharing(em, current, form_id, row);
      const { user_id, invitation_id } = row;
      await store.deleteGrant(em, id);
      if (user_id !== null) await stopEmailsTo(em, account_id, user_id, form_id);
      if (user_id !== null) await endGuest(em, account_id, user_id);
      else if (invitation_id !== null) await endOffer(em, account_id, invitation_id);
      await audit(em, ctx, { action: "access.revoked", targets: targetsOf(form, row) });
    });
    return null;
  },
};

async function endGuest(em: EntityManager, accountId: string, userId: string): Promise<void> {
  const membership = await findMembership(em, accountId, userId);
  if (!membership || gives(membership.role, "forms:read") || membership.grants) return;
  await deleteMember(em, accountId, userId);
  await stopEmailsTo(em, accountId, userId);
}

async function endOffer(em: EntityManager, accountId: string, invitationId: string): Promise<void> {
  const invitation = await store.findInvitation(em, invitationId);
  if (!invitation || gives(invitation.role, "forms:read")) return;
  const left = await store.countGrants(em, accountId, { invitation_id: invitationId });
  if (left === 0) await store.endInvitation(em, invitationId, "revoked");
}

/** Finds the form: 404, 403 by ownership, then 403 unless the caller may share forms. */
async function locate(ctx: Ctx<{ caller: Caller; slug: string }>, em: EntityManager) {
  const { caller, slug } = ctx.params;
  if (allows(caller, "workspace")) return ctx.call("forms.locate", { caller: { ...caller, needs: [] }, slug });
  const needs = (await isOpenTo(em, caller)) ? (["forms:read"] as const) : caller.needs;
  return ctx.call("forms.locate", { caller: { ...caller, ...(needs && { needs }) }, slug });
}

/** Returns whether the workspace lets people of the caller's role share forms. */
async function isOpenTo(em: EntityManager, caller: Caller): Promise<boolean> {
  if (caller.user_id === null || !canBeOpenedTo(caller.role, "sharing")) return false;
  const membership = await findMembership(em, caller.account_id, caller.user_id);
  return (
    membership !== null &&
    canBeOpenedTo(membership.role, "sharing") &&
    opennessOf(membership.settings).sharing === "editors"
  );
}

/** Throws 403 unless the caller may share forms, and has what they give, change or take. */
async function checkSharing(
  em: EntityManager,
  caller: Caller,
  formId: string,
  given: { role: FormRole; responses: ResponseLevel; invitation_id?: string | null },
): Promise<void> {
  if (allows({ ...caller, needs: ["members:write"] }, "workspace")) return;
  if (!(await isOpenTo(em, caller))) checkRights({ ...caller, needs: ["members:write"] });
  checkRights({ ...caller, needs: capabilitiesForForm(given.role, given.responses) }, { form_id: formId });
  // editors share with guests, and an invitation to the workspace isn't theirs to change
  const offer = given.invitation_id ? await store.findInvitation(em, given.invitation_id) : null;
  if (offer && gives(offer.role, "forms:read")) checkRights({ ...caller, needs: ["members:write"] });
}

async function found(em: EntityManager, { account_id }: Caller, formId: string, id: string) {
  const row = await store.findAccess(em, account_id, formId, id);
  if (!row) throw notFound("access");
  return row;
}

const accessView = ({ id, user_id, name, email, role, responses, created }: store.AccessRow): Access => ({
  id,
  user: user_id === null ? null : { id: user_id, name: name ?? "", email },
  email,
  role,
  responses,
  status: user_id === null ? "pending" : "active",
  created: created.toISOString(),
});
