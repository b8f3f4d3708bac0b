import { isIP } from "node:net";
import type { EntityManager } from "@mikro-orm/postgresql";
import { capabilitiesOfScopes } from "../../../shared/api/access/capabilities.ts";
import { changesBetween } from "../../../shared/api/audit/entry.ts";
import type { CreateKeyBody } from "../../../shared/api/shapes/auth.ts";
import { KeysQuery } from "../../../shared/api/shapes/auth.ts";
import type { Action, Ctx } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { uuidPattern } from "../../../shared/domain/schema.ts";
import { checkAccess, checkRights } from "../../../shared/platform/access.ts";
import { conflict, forbidden, invalid, notFound } from "../../../shared/platform/errors.ts";
import { audit, keyTarget } from "../audit.ts";
import { newKey } from "../credentials.ts";
import type { ApiKeyRow } from "../entities.ts";
import { formNames, lockFor } from "../members.ts";
import type { AuthService } from "../service.ts";
import * as store from "../store/keys.ts";
import { findSignIn } from "../store/signIns.ts";
import { keyView } from "../views.ts";

/** API keys of a workspace (spec §API key, decisions §2, teams §20.7). */
export const listKeys: Action<"auth.listKeys"> = {
  params: { caller: "object", query: queryRule(KeysQuery, true), paging: "object" },
  async handler(ctx) {
    // a gateway of the previous release sends no query
    const { caller, query = {}, paging } = ctx.params;
    const em = this.database.read(ctx);
    const [rows, count] = await store.listKeys(em, caller.account_id, query, paging);
    const creators = await store.creatorsOf(em, rows);
    const now = new Date();
    return { count, results: rows.map((row) => keyView(row, now, creators)) };
  },
};

/**
 * Creates a key. Only this response has the full key. Checks the sign-in token, because neither a key nor a bus client
 * may create keys.
 */
export const createKey: Action<"auth.createKey", AuthService> = {
  params: { caller: "object", token: "string", body: "object" },
  async handler(ctx) {
    const { body } = ctx.params;
    const caller = await signedIn(this, ctx);
    const { name, scopes = ["*"], form_ids = null, allowed_addresses = null } = body;
    const expires = body.expires ? new Date(body.expires) : null;
    if (expires && expires <= new Date()) throw invalid(["expires: must be in the future"]);
    checkLimits(body);
    await checkForms(ctx, caller, form_ids);
    const key = newKey();
    const fields = { account_id: caller.account_id, user_id: caller.user_id, name, expires, key };
    return this.database.write(ctx, async (em) => {
      const current = await lockFor(em, caller, caller.account_id, "keys:write");
      // a key gets no more rights than its creator
      checkRights({ ...current, needs: capabilitiesOfScopes(scopes) });
      const row = await store.insertKey(em, { ...fields, scopes: [...scopes], form_ids, allowed_addresses });
      await checkCount(em, caller.account_id);
      const rights = { scopes, form_ids, allowed_addresses, expires };
      await audit(em, ctx, {
        action: "api_key.created",
        targets: [keyTarget(row)],
        changes: changesBetween({}, rights),
      });
      return { ...keyView(row, new Date(), await store.creatorsOf(em, [row])), key };
    });
  },
};

/** POST /account/api-keys/{id}/rotate/: a new key with the same rights; the old one works for the grace hours. */
export const rotateKey: Action<"auth.rotateKey", AuthService> = {
  params: { caller: "object", token: "string", id: "string", body: "object" },
  async handler(ctx) {
    const { id, body } = ctx.params;
    const caller = await signedIn(this, ctx);
    const key = newKey();
    return this.database.write(ctx, async (em) => {
      const current = await lockFor(em, caller, caller.account_id, "keys:write");
      const old = await ownKey(em, caller, id);
      const now = new Date();
      if (keyView(old, now).status === "inactive") throw conflict("This key doesn't work anymore. Create a new one.");
      checkRights({ ...current, needs: capabilitiesOfScopes(old.scopes) });
      const { account_id, name, expires, scopes, form_ids, allowed_addresses } = old;
      const fields = { account_id, user_id: caller.user_id, name, expires, scopes, form_ids, allowed_addresses, key };
      const row = await store.insertKey(em, fields);
      await checkCount(em, account_id);
      const end = new Date(now.getTime() + (body.grace_hours ?? graceDefault) * hourMs);
      await store.handInvitations(em, old.id, row.id);
      await store.endKey(em, old.id, old.expires && old.expires < end ? old.expires : end);
      await audit(em, ctx, { action: "api_key.rotated", targets: [keyTarget(row), keyTarget(old)] });
      return { ...keyView(row, now, await store.creatorsOf(em, [row])), key };
    });
  },
};

/** Keys of a workspace that work. */
export const keysLimit = 1_000;

/** Throws 409 if the key that was just added is one too many. Call it with the workspace locked. */
async function checkCount(em: EntityManager, accountId: string): Promise<void> {
  if ((await store.countKeys(em, accountId)) > keysLimit)
    throw conflict(
      `This workspace has ${keysLimit.toLocaleString("en")} API keys, which is the limit. Revoke some first.`,
    );
}

const graceDefault = 24;
const hourMs = 60 * 60 * 1000;

/** Returns the signed-in person, by their token. */
async function signedIn(
  { database }: AuthService,
  { params }: Ctx<{ caller: Caller; token: string }>,
): Promise<Caller & { user_id: string }> {
  const { caller, token } = params;
  const found = caller.key_id === null ? await findSignIn(database.pool, token, caller.account_id) : null;
  if (!found?.membership) throw forbidden("Only signed-in users can create API keys. Sign in first.");
  return { ...caller, user_id: found.user_id };
}

/** Scopes of a key of single forms. */
const ofForms = /^(forms|insights|responses):/;

function checkLimits({ scopes, form_ids, allowed_addresses }: CreateKeyBody): void {
  const lists = Object.entries({ scopes, form_ids, allowed_addresses });
  const errors = lists.flatMap(([field, list]) =>
    list && new Set(list).size < list.length ? [`${field}: must not be repeated`] : [],
  );
  if (form_ids) {
    if (!scopes || scopes.includes("*")) errors.push("scopes: name the scopes for a key of single forms");
    else if (!scopes.every((scope) => ofForms.test(scope)))
      errors.push("scopes: a key of single forms can have forms, insights and responses");
  }
  for (const [at, address] of (allowed_addresses ?? []).entries())
    if (!isRange(address))
      errors.push(`allowed_addresses.${at}: must be an IP address or a range such as 192.0.2.0/24`);
  if (errors.length > 0) throw invalid(errors);
}

function isRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

async function checkForms(ctx: Ctx<object>, caller: Caller, ids: readonly string[] | null): Promise<void> {
  const known = await formNames(ctx, caller, ids ?? []);
  const unknown = (ids ?? []).flatMap((id, at) => (known.has(id) ? [] : [`form_ids.${at}: form not found`]));
  if (unknown.length > 0) throw invalid(unknown);
}

/** Revokes a key permanently, with the invitations that it sent. Idempotent. */
export const revokeKey: Action<"auth.revokeKey"> = {
  params: { caller: "object", id: "string" },
  async handler(ctx) {
    const { caller, id } = ctx.params;
    await this.database.write(ctx, async (em) => {
      const row = await ownKey(em, caller, id);
      const current = await lockFor(em, caller, caller.account_id, "keys:write");
      // editors revoke keys with rights that they have
      checkRights({ ...current, needs: capabilitiesOfScopes(row.scopes) });
      const isRevoked = await store.revokeKey(em, row.id);
      if (isRevoked) await audit(em, ctx, { action: "api_key.revoked", targets: [keyTarget(row)] });
    });
    return null;
  },
};

/** GET /auth/key/: what the key of the request is. */
export const getOwnKey: Action<"auth.getOwnKey"> = {
  params: { caller: "object" },
  async handler(ctx) {
    const { caller } = ctx.params;
    const row = caller.key_id === null ? null : await store.findKey(this.database.read(ctx), caller.key_id);
    if (!row) throw forbidden("This endpoint describes an API key. Send one.");
    const { id, name, prefix, scopes, form_ids, expires } = keyView(row, new Date());
    const workspace = { id: caller.account_id, name: caller.workspace ?? "" };
    return { id, name, prefix, scopes, form_ids, expires, workspace };
  },
};

async function ownKey(em: EntityManager, caller: Caller, id: string): Promise<ApiKeyRow> {
  const row = uuidPattern.test(id) ? await store.findKey(em, id) : null;
  if (!row) throw notFound("API key");
  checkAccess(caller, row, "API key");
  return row;
}
