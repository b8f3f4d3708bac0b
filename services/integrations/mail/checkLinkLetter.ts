import type { TestLinkMailBody } from "../../../shared/api/shapes/linkMails.ts";
import type { FormReference } from "../../../shared/bus/contract/forms.ts";
import { isEmailAddress } from "../../../shared/domain/emailAddress.ts";
import { formats } from "../../../shared/domain/formats.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import type { Graphs } from "../graphs.ts";
import { unknownRecalls } from "./linkLetter.ts";

/** Throws 400 for recalls that invitations of the form don't have, and for an address that isn't one. */
export async function checkLetter(
  { subject, text, reply_to: replyTo, translations = {} }: TestLinkMailBody,
  form: FormReference,
  graphs: Graphs,
): Promise<void> {
  const hiddenKeys = await hiddenKeysOf(form, graphs);
  const texts = Object.entries(translations).flatMap(([tag, own]) => [
    [`translations.${tag}.subject`, own.subject],
    [`translations.${tag}.text`, own.text],
  ]);
  const errors = [["subject", subject], ["text", text], ...texts].flatMap(([field = "", value = ""]) =>
    unknownRecalls(value, hiddenKeys).map((recall) => `${field}: ${recall} can't be recalled here`),
  );
  const tags = Object.keys(translations).filter((tag) => !formats.language?.test(tag));
  errors.push(...tags.map((tag) => `translations.${tag}: must be a language tag such as en, de-CH or pt-BR`));
  if (replyTo != null && !isEmailAddress(replyTo)) errors.push("reply_to: must be an email address");
  if (errors.length > 0) throw invalid(errors);
}

/** Links have hidden fields of the published form. Null if it isn't published, or can't be read now. */
async function hiddenKeysOf({ form_id, current_version }: FormReference, graphs: Graphs) {
  if (current_version === null) return null;
  const graph = await graphs.get(form_id, current_version).catch(() => null);
  return graph && new Set(graph.hidden_fields ?? []);
}
