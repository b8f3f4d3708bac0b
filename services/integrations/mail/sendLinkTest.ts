import { formTarget } from "../../../shared/api/audit/entry.ts";
import { mailMissing } from "../../../shared/api/endpoints/integrations.ts";
import type { Tested } from "../../../shared/api/shapes/integrations.ts";
import type { Ctx, Params } from "../../../shared/bus/calls.ts";
import type { FormReference } from "../../../shared/bus/contract/forms.ts";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { conflict } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { audit } from "../audit.ts";
import type { IntegrationsService } from "../service.ts";
import { countSend, limitMessage } from "../store/mailSends.ts";
import { replyMessage } from "./deliver.ts";
import { linkLetter } from "./linkLetter.ts";
import { recipientHash } from "./links.ts";
import { sendMessage } from "./message.ts";
import { baseUrlOf } from "./recipients.ts";

/** Shorter than the timeout of a request. */
const timeoutMs = 8_000;

/** Sends an invitation to the caller, with a sample person. Its links open the form without a personal link. Never retried. */
export async function sendLinkTest(
  { mailer, database }: IntegrationsService,
  ctx: Ctx<Params<"integrations.testLinkMail">>,
  form: FormReference,
): Promise<Tested> {
  const { caller, body, base_url } = ctx.params;
  if (!mailer) throw conflict(mailMissing);
  const { email, name } = await ctx.call("auth.me", { caller });
  const counted = { delivery_id: newUuid(), account_id: caller.account_id, recipient: recipientHash(emailKey(email)) };
  const reached = await countSend(database.pool, { ...counted, kind: "letter" });
  if (reached) throw conflict(limitMessage[reached]());
  const texts = {
    ...{ form, workspace: caller.workspace ?? form.title, language: form.language ?? "en", base_url },
    ...{ subject: `Test: ${body.subject}`, text: body.text, translations: {} },
  };
  const hidden = new Proxy<Record<string, string>>({}, sampleHidden);
  const sample = { id: newUuid(), reference: name || email, language: null, hidden };
  const written = linkLetter(texts, sample, { url: `${baseUrlOf({ base_url })}/f/${form.slug}` });
  const message = { to: email, id: counted.delivery_id, replyTo: body.reply_to ?? null, written };
  const began = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  const reply = await mailer.slots(() => sendMessage(mailer.transport, message, signal));
  const targets = [formTarget(form.form_id, form.title)];
  await inTransaction(database.pool, (client) => audit(client, ctx, { action: "mail.tested", targets }), ctx);
  const success = reply.kind === "accepted";
  return {
    success,
    response_code: reply.code,
    duration_ms: Math.round(performance.now() - began),
    error_message: success ? null : replyMessage(reply.code),
  };
}

/** Shows every hidden field by its key. */
const sampleHidden: ProxyHandler<Record<string, string>> = {
  getOwnPropertyDescriptor: (_, key) => ({ value: `[${String(key)}]`, configurable: true, enumerable: true }),
  get: (_, key) => `[${String(key)}]`,
};
