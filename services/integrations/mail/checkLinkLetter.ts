import { formats } from "../../../shared/domain/formats.ts";
import { isEmailAddress } from "../../../shared/domain/questions/email.ts";
import type { TestLinkMailBody } from "../../../shared/domain/shapes/linkMails.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import { unknownRecalls } from "./linkLetter.ts";

/** Throws 400 for recalls that invitations don't have, and for an address that isn't one. */
export function checkLetter({ subject, text, reply_to: replyTo, translations = {} }: TestLinkMailBody): void {
  const texts = Object.entries(translations).flatMap(([tag, own]) => [
    [`translations.${tag}.subject`, own.subject],
    [`translations.${tag}.text`, own.text],
  ]);
  const errors = [["subject", subject], ["text", text], ...texts].flatMap(([field = "", value = ""]) =>
    unknownRecalls(value).map((recall) => `${field}: ${recall} can't be recalled here`),
  );
  const tags = Object.keys(translations).filter((tag) => !formats.language?.test(tag));
  errors.push(...tags.map((tag) => `translations.${tag}: must be a language tag such as en, de-CH or pt-BR`));
  if (replyTo != null && !isEmailAddress(replyTo)) errors.push("reply_to: must be an email address");
  if (errors.length > 0) throw invalid(errors);
}
