import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { webhooks } from "./api.ts";

export { WebhookVerificationError };

type EventOf<W> = W extends { post: { requestBody: { content: { "application/json": infer T } } } } ? T : never;
/** The body of a webhook. `type` says which event it is. */
export type WebhookEvent = EventOf<webhooks[keyof webhooks]>;

/**
 * Verifies a request of Pathform and returns its event (standardwebhooks.com). `body`: as it was received, not parsed. Throws
 * WebhookVerificationError if the signature is wrong, or older than five minutes. `secret` begins with `whsec_`.
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
): WebhookEvent {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const valueIn = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name]);
  const signed = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [
    name,
    String(valueIn(name) ?? ""),
  ]);
  return new Webhook(secret).verify(text, Object.fromEntries(signed)) as WebhookEvent;
}
