import type { Action } from "../../../shared/bus/calls.ts";
import type { CallbackQuery } from "../../../shared/domain/shapes/integrations.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import type { Timed } from "../../../shared/platform/deadlines/deadline.ts";
import { badRequest, isProblem } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { mergedConfig } from "../config.ts";
import { writeWithin } from "../quotas.ts";
import { unseal } from "../secrets.ts";
import type { IntegrationsService } from "../service.ts";
import { type Begun, takeState } from "../store/consents.ts";
import { connectedBy, type Granted, reconnect } from "../store/grants.ts";
import { insertIntegration } from "../store/integrations.ts";
import { integrationsQuota } from "../store/quotas.ts";
import { callbackAddress, hashOf, verifierContext } from "./connect.ts";
import { exchangeCode } from "./grants.ts";
import { assertReady, type Provider, providerOf } from "./provider.ts";

/** The gateway gives up waiting after 10 s. */
const exchangeMs = 8_000;

/**
 * Ends a consent (RFC 6749 §4.1.2) for the account's signed-in user: exchanges the code, keeps the tokens, and says where
 * the browser goes from here. A state that is unknown, used, expired or anybody else's is 400, and nothing is exchanged.
 */
export const callback: Action<"integrations.callback", IntegrationsService> = {
  params: { caller: "object", type: "string", query: "object", base_url: "string" },
  async handler(ctx) {
    const { caller, query, base_url } = ctx.params;
    const provider = providerOf(ctx.params.type);
    if ((query.code === undefined) === (query.error === undefined)) {
      throw badRequest("This address must have either `code` or `error`, as the provider sends it; connect again.");
    }
    const taken = { account_id: caller.account_id, user_id: caller.user_id, type: provider.type };
    const begun = await takeState(this.database.pool, hashOf(query.state), taken);
    const verifier = begun && openVerifier(query.state, begun);
    if (!begun || !verifier) {
      throw badRequest(
        "This consent was not begun by this account, was already used, or took longer than 10 minutes; connect again.",
      );
    }
    assertReady(provider);
    const send = this.outgoing.within(exchangeMs);
    const granted = await answerOf(provider, query, async () => {
      const address = answerAddress(callbackAddress(base_url, provider.type), query);
      return exchangeCode(provider, send, () => new Date(), address, verifier);
    });
    const result = typeof granted === "string" ? granted : await keep(this, ctx, provider, begun, granted);
    return { location: locationOf(base_url, begun.return_to, result) };
  },
};

/** Null where it was sealed with a key that is no longer in use: then the user has to begin again. */
function openVerifier(state: string, begun: Begun): string | null {
  try {
    return unseal(begun.code_verifier, verifierContext(state));
  } catch {
    return null;
  }
}

/** The tokens, or the reason that there are none, in a word for the dashboard. */
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
  // it would work for an hour, and then never again
  if (grant.refresh_token === null) return "no_refresh_token";
  if (provider.apiUrl === null && grant.instance_url === null) return "no_instance_url";
  return grant;
}

/** What the grant is made from: only what RFC 6749 §4.1.2 and RFC 9207 name; providers add more. */
function answerAddress(address: string, { state, code = "", iss }: CallbackQuery): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries({ state, code, iss })) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

/** The integration's id, or the reason that nothing was kept. */
async function keep(
  service: IntegrationsService,
  call: Timed,
  provider: Provider,
  begun: Begun,
  granted: Granted,
): Promise<{ id: string } | string> {
  const { account_id, integration_id } = begun;
  if (integration_id !== null) {
    const isKept = await inTransaction(
      service.database.pool,
      (client) => reconnect(client, integration_id, begun, granted),
      call,
    );
    return isKept ? { id: integration_id } : "integration_deleted";
  }
  const id = newUuid();
  const { type } = provider;
  const fields = { id, account_id, type, name: begun.name ?? provider.name, config: mergedConfig(type, {}, {}) };
  try {
    return await writeWithin(service, call, integrationsQuota(account_id), async (em) => {
      await insertIntegration(em, { ...fields, ...connectedBy(id, granted) });
      return { id };
    });
  } catch (error) {
    if (isProblem(error, "CONFLICT")) return "quota_used_up";
    throw error;
  }
}

/** The dashboard, or the page of ours that the user came from. */
function locationOf(baseUrl: string, returnTo: string | null, result: { id: string } | string): string {
  const url = new URL(returnTo === null ? `${baseUrl}/` : new URL(baseUrl).origin + returnTo);
  if (typeof result === "string") url.searchParams.set("error", result);
  else url.searchParams.set("connected", result.id);
  return url.href;
}
