import type { EntityManager } from "@mikro-orm/postgresql";
import type { Role } from "../../../shared/api/access/roles.ts";
import type { SsoError } from "../../../shared/api/shapes/sso.ts";
import type { Origin } from "../../../shared/bus/contract.ts";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import { env } from "../../../shared/platform/env.ts";
import { auditAs, workspaceTarget } from "../audit.ts";
import type { UserRow } from "../entities.ts";
import { unusableHash } from "../passwords.ts";
import * as identities from "../store/identities.ts";
import { findInvitation } from "../store/invitations.ts";
import { insertHome } from "../store/members.ts";
import { deleteSetupToken } from "../store/setupToken.ts";
import { endSignIns, insertSignIn } from "../store/signIns.ts";
import { oldestWorkspace, pendingFor, placesBySync } from "../store/sync.ts";
import { recordUserEvent } from "../store/userEvents.ts";
import {
  endPassword,
  findUserByEmail,
  insertUser,
  lockFirstAccount,
  nameOfFirst,
  verifyEmail,
} from "../store/users.ts";
import { insertWorkspace } from "../store/workspaces.ts";
import { type ClaimedEmail, emailIn, isInDomains, nameIn } from "./claims.ts";
import type { Arrival } from "./issuer.ts";
import {
  acceptInvitations,
  defaultRole,
  isOwnerSomewhere,
  lockWorkspaces,
  ssoActor,
  syncMemberships,
  type Wanted,
  wantedRoles,
} from "./sync.ts";

/** Finds a person of the issuer here, and applies what their sign-in changes (teams §20.9, §20.20.10). */

export interface Context {
  arrival: Arrival;
  invitation_id: string | null;
  origin: Origin | undefined;
  log: { warn(message: string): void };
}

export interface Entered {
  user: UserRow;
  token: string;
  /** for the email to the person */
  linked: "sso_linked" | "sso_ended_password" | null;
  /** workspaces that the person was added to, with their role */
  added: ReadonlyMap<string, Role>;
  /** workspaces whose last owner stayed */
  kept: string[];
}
/** `mail`: the person whose address the issuer proved, and Pathform hasn't */
export type Refused = { error: SsoError; mail?: UserRow };

interface Found {
  /** null for a newcomer */
  user: UserRow | null;
  link: Entered["linked"];
}

/** Signs a person of the issuer in, in one transaction that must commit: a refusal can end memberships and sign-ins, too. */
export async function enterBySso(em: EntityManager, context: Context): Promise<Entered | Refused> {
  const { arrival, invitation_id: invitation } = context;
  const email = emailIn(arrival.claims, env().OIDC_TRUST_EMAIL);
  const found = await findPerson(em, arrival, email);
  if ("error" in found) return found;
  if (invitation !== null && !(await isInvited(em, invitation, email))) return { error: "no_role" };
  const roles = await rolesOf(em, context, found);
  const invited = await invitationsOf(em, found.user, email);
  const isFirst = found.user === null && (await isFirstPerson(em, context));
  if (!found.user && !isFirst && !roles?.size && invited.length === 0) return { error: "no_role" };
  const before = found.user ? await placesBySync(em, found.user.id) : new Map<string, never>();
  await lockWorkspaces(em, [
    ...before.keys(),
    ...(roles?.keys() ?? []),
    ...invited.map(({ account_id }) => account_id),
  ]);
  const user = found.user
    ? await linked(em, context, found.user, found.link)
    : await insertNewcomer(em, context, email.email ?? "", isFirst);
  const added = new Map<string, Role>();
  const arriving = { user, added, origin: context.origin, log: context.log };
  if (invited.length > 0) await acceptInvitations(em, arriving);
  const kept = roles ? await syncMemberships(em, arriving, roles) : [];
  if (roles && (await placesBySync(em, user.id)).size === 0) {
    await endSignIns(em, user.id, null);
    return { error: "no_role" };
  }
  return { user, token: await signIn(em, user, context), linked: found.link, added, kept };
}

/** The first time, an address finds the person, if both sides proved it. Later, only the issuer's own name for them does. */
async function findPerson(em: EntityManager, arrival: Arrival, email: ClaimedEmail): Promise<Found | Refused> {
  const { OIDC_ALLOWED_DOMAINS: domains, OIDC_TRUST_EMAIL: trusts } = env();
  const known = await identities.findByIdentity(em, arrival);
  if (email.email !== null && email.is_verified && !isInDomains(email.email, domains)) return { error: "domain" };
  if (known) return { user: known, link: null };
  if (email.email === null) return { error: "email_missing" };
  if (!email.is_verified) return { error: "email_unverified" };
  const user = await findUserByEmail(em, email.email);
  if (!user) return { user: null, link: null };
  const subject = await identities.findSubject(em, user.id, arrival.issuer);
  // another sign-in linked the person since the first line
  if (subject === arrival.subject) return { user, link: null };
  if (subject !== null) return { error: "link_needed" };
  if (user.email_verified) return { user, link: "sso_linked" };
  return trusts ? { user, link: "sso_ended_password" } : { error: "link_needed", mail: user };
}

async function isInvited(em: EntityManager, id: string, { email, is_verified }: ClaimedEmail): Promise<boolean> {
  const invitation = await findInvitation(em, id);
  return is_verified && email !== null && invitation?.email_key === emailKey(email);
}

/** Returns the pending invitations of an address that the issuer proved, if it is the person's. */
async function invitationsOf(em: EntityManager, user: UserRow | null, { email, is_verified }: ClaimedEmail) {
  const key = email !== null && is_verified ? emailKey(email) : null;
  return key !== null && (user?.email_key ?? key) === key ? pendingFor(em, key) : [];
}

/** A newcomer gets the default role also where the issuer said nothing of groups. */
async function rolesOf(em: EntityManager, { arrival, log }: Context, { user }: Found): Promise<Wanted> {
  const wanted = await wantedRoles(em, arrival.claims, log);
  if (wanted === null && user) return null;
  return wanted?.size ? wanted : defaultRole(em, log);
}

/** Whether the server has no workspace yet, and this person may have the first. Only one of two can. */
async function isFirstPerson(em: EntityManager, { arrival, log }: Context): Promise<boolean> {
  if ((await oldestWorkspace(em)) !== null) return false;
  await lockFirstAccount(em);
  if ((await oldestWorkspace(em)) !== null) return false;
  const mayBe = env().OIDC_DEFAULT_ROLE !== undefined || isOwnerSomewhere(arrival.claims);
  if (!mayBe)
    log.warn("The server has no workspace. Set OIDC_DEFAULT_ROLE, or give a group the role owner in OIDC_ROLES.");
  return mayBe;
}

async function linked(em: EntityManager, context: Context, user: UserRow, link: Entered["linked"]): Promise<UserRow> {
  if (!link) return user;
  // only an address that the issuer proved leads here
  await identities.insertIdentity(em, user.id, context.arrival, true);
  await recordUserEvent(em, user.id, "sso_linked", context.origin);
  if (link === "sso_linked") return user;
  // the person who chose the password never proved the address
  const hash = await endPassword(em, user.id);
  await verifyEmail(em, user.id);
  return { ...user, password_hash: hash, has_password: false, email_verified: true };
}

async function insertNewcomer(em: EntityManager, context: Context, email: string, isFirst: boolean): Promise<UserRow> {
  const name = nameIn(context.arrival.claims, email);
  const account = await insertHome(em);
  const proved = { has_password: false, email_verified: true };
  const fields = { account_id: account, email, name, password_hash: unusableHash(), ...proved };
  const user = await insertUser(em, fields);
  await identities.insertIdentity(em, user.id, context.arrival, true);
  if (isFirst) {
    const id = await insertWorkspace(em, user.id, nameOfFirst(name));
    const acting = { account_id: id, actor: ssoActor(user), origin: context.origin };
    const targets = [workspaceTarget({ id, name: nameOfFirst(name) })];
    await auditAs(em, acting, { action: "workspace.created", targets });
    await deleteSetupToken(em);
  }
  return user;
}

async function signIn(em: EntityManager, user: UserRow, { arrival: { sid }, origin }: Context): Promise<string> {
  const ends = new Date(Date.now() + env().OIDC_SESSION_HOURS * 3_600_000);
  const token = await insertSignIn(em, user, { method: "sso", origin, ends, ...(sid !== null && { sid }) });
  if (!token) throw new Error("The password changed during a single sign-on.");
  return token;
}
