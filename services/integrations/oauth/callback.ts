import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import { CallbackQuery } from "../../../shared/api/shapes/integrations.ts";
import type { Action, Call, Ctx, Params } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { checkRights, refuseSuspended } from "../../../shared/platform/access.ts";
import { actingIn } from "../../../shared/platform/audit/outbox.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { madeWork } from "../../../shared/platform/database/work.ts";
import { badRequest, forbidden, isProblem } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { unseal } from "../../../shared/platform/sealing.ts";
import { auditAs, integrationTarget } from "../audit.ts";
import { mergedConfig } from "../config.ts";
import { writeWithin } from "../quotas.ts";
import type { IntegrationsService } from "../service.ts";
import { type Authorization, takeState } from "../store/authorizations.ts";
import { connectedBy, type Granted, reconnect } from "../store/grants.ts";
import { insertIntegration } from "../store/integrations.ts";
import { deliveryQueue } from "../store/queue.ts";
import { integrationsQuota } from "../store/quotas.ts";
import { callbackAddress, hashOf, verifierContext } from "./connect.ts";
import { exchangeCode } from "./grants.ts";
import { assertReady, type Provider, providerOf } from "./provider.ts";

/** Shorter than the gateway's timeout of 10 s. */
const exchangeMs = 8_000;

/**
 * Completes an authorization (RFC 6749 §4.1.2) for the signed-in user: exchanges the code, stores the tokens and
 * returns where to redirect. A state that is unknown, used, expired or another account's is 400, and nothing is
 * exchanged.
 */
export const callback: Action<"integrations.callback", IntegrationsService> = {
  params: { caller: "object", type: "string", query: queryRule(CallbackQuery), base_url: "string" },
  async handler(ctx) {
    const { caller, query, base_url } = ctx.params;
    const provider = providerOf(ctx.params.type);
    if ((query.code === undefined) === (query.error === undefined)) {
      throw badRequest("The URL must have either `code` or `error`. Connect again.");
    }
    const accounts = [caller.account_id, ...(caller.workspaces ?? [])];
    const taken = { accounts, user_id: caller.user_id, type: provider.type };
    const authorization = await takeState(this.database.pool, hashOf(query.state), taken);
    const verifier = authorization && openVerifier(query.state, authorization);
    if (!authorization || !verifier) {
      throw badRequest("This authorization belongs to another workspace, was already used or expired. Connect again.");
    }
    await checkStill(ctx, caller, authorization.account_id);
    assertReady(provider);
    const send = this.outgoing.within(exchangeMs);
    const granted = await answerOf(provider, query, async () => {
      const address = answerAddress(callbackAddress(base_url, provider.type), query);
      return exchangeCode(provider, send, () => new Date(), address, verifier);
    });
    const result = typeof granted === "string" ? granted : await keep(this, ctx, provider, authorization, granted);
    return { location: locationOf(base_url, authorization.return_to, result) };
  },
};

/** Throws 403 unless the person may still connect integrations in the workspace of the state, whichever this tab shows. */
async function checkStill(bus: { call: Call }, caller: Caller, accountId: string): Promise<void> {
  const isHere = accountId === caller.account_id;
  const there =
    isHere || !caller.user_id
      ? caller
      : await bus.call("auth.callerIn", {
          user_id: caller.user_id,
          account_id: accountId,
          ...(caller.sign_in && { sign_in: caller.sign_in }),
        });
  if (!there) throw forbidden("You aren't a member of this workspace.");
  checkRights({ ...there, needs: ["integrations:write"] });
  refuseSuspended(there);
}

/** Null if it was sealed with an old key. The user has to connect again. */
function openVerifier(state: string, authorization: Authorization): string | null {
  try {
    return unseal(authorization.code_verifier, verifierContext(state));
  } catch {
    return null;
  }
}

/** Returns the tokens, or an error code for the dashboard. */
async function answerOf(
  provider: Provider,
  { error }: CallbackQuery,
  exchange: () => ReturnType<typeof exchangeCode>,
): Promise<Granted | string> {
  if (error !== undefined) return /^[a-z_]{1,50}$/.test(error) ? error : "provider_error";
  const grant = await exchange();
  if (grant.kind === "refused") return "code_refused";
  if (grant.kind === "failed") return "exchange_failed";
  const { neededScope } = provider;
  if (neededScope && grant.scope !== null && !grant.scope.split(" ").includes(neededScope)) return "scope_missing";
  // without a refresh token it would work for only an hour
  if (grant.refresh_token === null) return "no_refresh_token";
  if (provider.apiUrl === null && grant.instance_url === null) return "no_instance_url";
  return grant;
}

/** Returns the callback URL with only the parameters of RFC 6749 §4.1.2 and RFC 9207, because providers add more. */
function answerAddress(address: string, { state, code = "", iss }: CallbackQuery): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries({ state, code, iss })) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

/** Returns the integration's id, or an error code. */
async function keep(
  service: IntegrationsService,
  ctx: Ctx<Params<"integrations.callback">>,
  provider: Provider,
  authorization: Authorization,
  granted: Granted,
): Promise<{ id: string } | string> {
  const { account_id, integration_id } = authorization;
  const connected = (target: EntityManager | pg.ClientBase, integration: { id: string; name: string }) =>
    auditAs(
      target,
      { ...actingIn(ctx), account_id },
      { action: "integration.connected", targets: [integrationTarget(integration)] },
    );
  if (integration_id !== null) {
    const isKept = await inTransaction(
      service.database.pool,
      async (client) => {
        const name = await reconnect(client, integration_id, authorization, granted);
        if (name !== null) await connected(client, { id: integration_id, name });
        // its deliveries waited
        madeWork(client, deliveryQueue);
        return name !== null;
      },
      ctx,
    );
    return isKept ? { id: integration_id } : "integration_deleted";
  }
  const id = newUuid();
  const { type } = provider;
  const fields = {
    id,
    account_id,
    created_by: authorization.user_id,
    type,
    name: authorization.name ?? provider.name,
    config: mergedConfig(type, {}, {}),
  };
  try {
    return await writeWithin(service, ctx, integrationsQuota(account_id), async (em) => {
      await insertIntegration(em, { ...fields, ...connectedBy(id, granted) });
      await connected(em, fields);
      return { id };
    });
  } catch (error) {
    if (isProblem(error, "CONFLICT")) return "quota_used_up";
    throw error;
  }
}

/** Returns the dashboard URL, or the page that the user came from. */
function locationOf(baseUrl: string, returnTo: string | null, result: { id: string } | string): string {
  const url = new URL(returnTo === null ? `${baseUrl}/` : new URL(baseUrl).origin + returnTo);
  if (typeof result === "string") url.searchParams.set("error", result);
  else url.searchParams.set("connected", result.id);
  return url.href;
}
