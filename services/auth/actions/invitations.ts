import type { EntityManager } from "@mikro-orm/postgresql";
import { gives, type Role, responsesFor } from "../../../shared/api/access/roles.ts";
import { changesBetween } from "../../../shared/api/audit/entry.ts";
import type { Invitation, InviteBody, LetterResult } from "../../../shared/api/shapes/members.ts";
import { InvitationsQuery } from "../../../shared/api/shapes/members.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { dayMs, utcDay } from "../../../shared/domain/dates.ts";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import { conflict, invalid, notFound } from "../../../shared/platform/errors.ts";
import { audit, invitationTarget } from "../audit.ts";
import { newToken } from "../credentials.ts";
import { claimLetters } from "../invitationMail.ts";
import { authJobs } from "../jobs.ts";
import { post } from "../letters/post.ts";
import * as rules from "../members.ts";
import type { AuthService } from "../service.ts";
import * as store from "../store/invitations.ts";
import { countMembers, findMemberByEmail } from "../store/members.ts";

/** Limits of a workspace, also without quotas (teams §20.6, §20.20). */
const pendingLimit = 200;
const mailsLimit = 100;

type Offer = InviteBody["invitations"][number];

/** GET /workspaces/{id}/invitations/ */
export const listInvitations: Action<"auth.listInvitations"> = {
  params: { caller: "object", id: "uuid", query: queryRule(InvitationsQuery), paging: "object" },
  async handler(ctx) {
    const { caller, id, query, paging } = ctx.params;
    const { rows, count } = await store.listInvitations(this.database.read(ctx), id, query.status ?? null, paging);
    const forms = await rules.formNames(ctx, caller, formsOf(rows));
    return { count, results: rows.map((row) => invitationView(row, forms, null)) };
  },
};

/** POST /workspaces/{id}/invitations/: all or none. Mails each person a link if it can, and returns another one. */
export const invite: Action<"auth.invite", AuthService> = {
  params: { caller: "object", id: "uuid", body: "object", base_url: "string" },
  async handler(ctx) {
    const { caller, id, body, base_url } = ctx.params;
    checkOffers(body.invitations);
    const formIds = body.invitations.flatMap(({ forms = [] }) => forms.map(({ form_id }) => form_id));
    const forms = await rules.formNames(ctx, caller, formIds);
    checkForms(body.invitations, forms);
    const sent = await this.database.write(ctx, async (em) => {
      const current = await rules.lockFor(em, caller, id, "members:write");
      for (const { role, email } of body.invitations) {
        rules.refuseRole(current, role);
        const pending = await store.findPendingFor(em, id, emailKey(email));
        if (pending) rules.refuseRole(current, pending.role);
      }
      const emails = body.invitations.map(({ email }) => email);
      const letters = await claimLetters(em, id, emails, this.mail !== null);
      const links = [];
      for (const offer of body.invitations) {
        const made = await offerTo(em, current, offer, letters(offer.email));
        links.push(made);
        await mailLink(em, caller, { ...offer, id: made.id }, made.mailed, base_url);
        await audit(em, ctx, {
          action: "invitation.created",
          targets: [invitationTarget({ ...offer, ...made })],
          changes: roleOf(offer),
        });
      }
      await checkCounts(em, id, links.filter(({ mailed }) => mailed !== null).length);
      const full = await store.findOvershared(em, id, formIds, rules.grantsPerForm);
      if (full) throw rules.overshared(forms.get(full)?.title);
      return links;
    });
    const em = this.database.read(ctx);
    const results: Invitation[] = [];
    for (const links of sent) {
      const row = await store.findInvitation(em, links.id);
      if (!row) throw notFound("invitation");
      results.push({ ...invitationView(row, forms, linkOf(base_url, links.token)), ...links.letter });
    }
    return { results };
  },
};

const roleOf = ({ role, responses }: Offer) => changesBetween({}, { role, responses: responsesFor(role, responses) });

interface Links {
  id: string;
  token: string;
  /** null if it isn't mailed */
  mailed: string | null;
  letter: LetterResult;
}

/** Stores an offer with new links. 409 for a member. Call it with the workspace locked. */
export async function offerTo(em: EntityManager, caller: Caller, offer: Offer, letter: LetterResult): Promise<Links> {
  const { email, role, responses, forms = [] } = offer;
  const { account_id } = caller;
  const key = emailKey(email);
  if (await findMemberByEmail(em, account_id, key)) throw conflict(`${email} is a member of this workspace already.`);
  const links = linksFor(letter);
  const id = await store.putInvitation(em, {
    account_id,
    email,
    email_key: key,
    role,
    responses: responsesFor(role, responses),
    ...inviterOf(caller),
    token: links.token,
    mailed_token: links.mailed,
    grants: forms,
  });
  return { id, ...links };
}

const linksFor = (letter: LetterResult): Omit<Links, "id"> => ({
  token: newToken(),
  mailed: letter.mail === "sent" ? newToken() : null,
  letter,
});

const inviterOf = ({ key_id, user_id, name = "" }: Caller) => ({
  invited_by: key_id === null ? user_id : null,
  invited_by_key: key_id,
  inviter: name,
});

/** Throws 409 if a limit is exceeded by what was just added. */
export async function checkCounts(em: EntityManager, accountId: string, mails: number): Promise<void> {
  if ((await store.countPending(em, accountId)) > pendingLimit)
    throw conflict(`This workspace has ${pendingLimit} pending invitations, which is the limit. Revoke some first.`);
  if ((await countMembers(em, accountId)) >= rules.membersLimit()) throw rules.membersFull();
  if (mails > 0 && !(await store.countMailed(em, accountId, mails, mailsLimit)))
    throw conflict(`This workspace can send ${mailsLimit} invitations by email a day. Try again tomorrow.`);
}

/** Mails the link, in place of an earlier one that still waits. */
export async function mailLink(
  em: EntityManager,
  caller: Caller,
  { id, email, role }: { id: string; email: string; role: Role },
  token: string | null,
  baseUrl: string,
): Promise<void> {
  if (token === null) return;
  const day = utcDay(Date.now() + store.validDays * dayMs);
  const from = { inviter: caller.name ?? "", workspace: caller.workspace ?? "" };
  const about = { ...from, link: linkOf(baseUrl, token), role, day };
  const subject = aboutInvitation(id);
  await authJobs.erase(em, [subject]);
  await post(em, "invitation", { email, name: "" }, about, { account_id: caller.account_id, subject });
}

const aboutInvitation = (id: string): string => `invitation ${id}`;

const linkOf = (baseUrl: string, token: string): string => `${baseUrl}/invitation?token=${token}`;

/** Throws 400 for an address twice, and for a guest without a form. */
function checkOffers(offers: readonly Offer[]): void {
  const keys = offers.map(({ email }) => emailKey(email));
  const errors = offers.flatMap(({ role, forms = [] }, index) => {
    const ids = forms.map(({ form_id }) => form_id);
    return [
      ...(keys.indexOf(keys[index] ?? "") < index ? [`invitations.${index}.email: must not be repeated`] : []),
      ...(!gives(role, "forms:read") && forms.length === 0
        ? [`invitations.${index}.forms: a guest needs at least one form`]
        : []),
      ...(new Set(ids).size < ids.length ? [`invitations.${index}.forms: must not be repeated`] : []),
    ];
  });
  if (errors.length > 0) throw invalid(errors);
}

function checkForms(offers: readonly Offer[], known: ReadonlyMap<string, unknown>): void {
  const errors = offers.flatMap(({ forms = [] }, index) =>
    forms.flatMap(({ form_id }, at) =>
      known.has(form_id) ? [] : [`invitations.${index}.forms.${at}.form_id: form not found`],
    ),
  );
  if (errors.length > 0) throw invalid(errors);
}

/** DELETE /workspaces/{id}/invitations/{invitation_id}/: also again. 404 once it is accepted. */
export const revokeInvitation: Action<"auth.revokeInvitation"> = {
  params: { caller: "object", id: "uuid", invitation_id: "uuid" },
  async handler(ctx) {
    const { caller, id, invitation_id } = ctx.params;
    await this.database.write(ctx, async (em) => {
      const current = await rules.lockFor(em, caller, id, "members:write");
      const row = await found(em, id, invitation_id);
      if (row.status === "accepted") throw notFound("invitation");
      rules.refuseRole(current, row.role);
      const isEnded = await store.endInvitation(em, row.id, "revoked");
      await authJobs.erase(em, [aboutInvitation(row.id)]);
      if (isEnded) await audit(em, ctx, { action: "invitation.revoked", targets: [invitationTarget(row)] });
    });
    return null;
  },
};

/** POST /workspaces/{id}/invitations/{invitation_id}/resend/: new links for seven days. The old ones stop working. */
export const resendInvitation: Action<"auth.resendInvitation", AuthService> = {
  params: { caller: "object", id: "uuid", invitation_id: "uuid", base_url: "string" },
  async handler(ctx) {
    const { caller, base_url } = ctx.params;
    const { row, token, letter } = await this.database.write(ctx, (em) => renew(this, em, ctx));
    const forms = await rules.formNames(ctx, caller, formsOf([row]));
    return { ...invitationView(row, forms, linkOf(base_url, token)), ...letter };
  },
};

async function renew(service: AuthService, em: EntityManager, ctx: Ctx<Params<"auth.resendInvitation">>) {
  const { caller, id, invitation_id, base_url } = ctx.params;
  const current = await rules.lockFor(em, caller, id, "members:write");
  const old = await found(em, id, invitation_id);
  rules.refuseRole(current, old.role);
  if (old.status === "accepted" || old.status === "declined")
    throw conflict(`This invitation was ${old.status}. Invite the person again.`);
  const other = await store.findPendingFor(em, id, old.email_key);
  if (other && other.id !== old.id) throw conflict(`${old.email} has a newer invitation.`);
  const letters = await claimLetters(em, id, [old.email], service.mail !== null);
  const links = linksFor(letters(old.email));
  await store.renewInvitation(em, old.id, { ...inviterOf(current), token: links.token, mailed_token: links.mailed });
  await audit(em, ctx, { action: "invitation.created", targets: [invitationTarget(old)], changes: roleOf(old) });
  await checkCounts(em, id, links.mailed === null ? 0 : 1);
  await mailLink(em, caller, old, links.mailed, base_url);
  return { row: await found(em, id, old.id), ...links };
}

async function found(em: EntityManager, accountId: string, id: string): Promise<store.InvitationRow> {
  const row = await store.findInvitation(em, id);
  if (row?.account_id !== accountId) throw notFound("invitation");
  return row;
}

const formsOf = (rows: readonly store.InvitationRow[]) =>
  rows.flatMap(({ grants }) => grants.map(({ form_id }) => form_id));

type FormNames = Awaited<ReturnType<typeof rules.formNames>>;

function invitationView(row: store.InvitationRow, forms: FormNames, url: string | null): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    responses: row.responses,
    forms: rules.namedGrants(row.grants, forms),
    status: row.status,
    invited_by: { id: row.invited_by, name: row.inviter },
    url,
    created: row.created.toISOString(),
    expires: row.expires.toISOString(),
  };
}
