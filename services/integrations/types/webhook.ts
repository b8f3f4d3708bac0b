import { createHmac, randomBytes } from "node:crypto";
import type { IntegrationConfig } from "../../../shared/domain/integrations/index.ts";
import { maskedValue } from "../../../shared/domain/integrations/maskedValue.ts";
import { headerSecret } from "../config.ts";
import type { OutgoingRequest } from "../outgoing/request.ts";
import { outcomeOf } from "./outcome.ts";
import type { Connection, Delivery, ModuleOf, Outcome, Test, Tools } from "./type.ts";

type Config = IntegrationConfig<"webhook">;

/** POSTs the event, signed by Standard Webhooks (decisions §7). */
export const webhook: ModuleOf<"webhook"> = {
  makeSecrets: () => ({ signing_secret: `whsec_${randomBytes(24).toString("base64")}` }),
  deliver: post,
  check: post,
};

async function post(target: Delivery<Config> | Test<Config>, { send, now }: Tools): Promise<Outcome> {
  const { event, config, secrets } = target;
  const body = JSON.stringify(event);
  const at = now();
  const { signing_secret, previous_signing_secret } = secrets;
  const signing = [signing_secret, previous_signing_secret].filter((secret) => secret !== undefined);
  const request: OutgoingRequest = {
    method: "POST",
    url: config.url ?? "",
    headers: {
      ...ownHeaders(target),
      "content-type": "application/json",
      ...signatureHeaders(event.id, at, body, signing),
    },
    body,
    verify_ssl: config.verify_ssl,
  };
  return outcomeOf(request, await send(request), now());
}

/** Returns the owner's headers. Values are secrets. `config` has a value only if an older copy stored it. */
function ownHeaders({ config, secrets }: Connection<Config>): Record<string, string> {
  const headers = Object.entries(config.headers ?? {}).map(([name, stored]) => {
    const plain = stored === maskedValue ? "" : stored;
    return [name, secrets[headerSecret("headers", name)] ?? plain];
  });
  return Object.fromEntries(headers);
}

/**
 * Returns the headers of a signed webhook
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). Retries keep the id,
 * and the time is that of the attempt. Every secret signs, so that receivers can rotate.
 */
export function signatureHeaders(
  id: string,
  at: Date,
  body: string,
  secrets: readonly string[],
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = (secret: string) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  };
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map(signature).join(" "),
  };
}
