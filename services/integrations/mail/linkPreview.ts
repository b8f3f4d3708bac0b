import type { LinkMailPreview } from "../../../shared/api/shapes/linkMails.ts";
import type { MailableLink } from "../../../shared/bus/contract/sessions.ts";
import { htmlOf, textOf } from "../../../shared/domain/mail/letter.ts";
import { type LetterTexts, linkLetter } from "./linkLetter.ts";

/** Address of the link to unsubscribe in a preview. The real one works for the recipient alone. */
const noStop = "#";

/** Returns the email as this person would get it. */
export function previewOf(mailing: LetterTexts, link: MailableLink): LinkMailPreview {
  const { subject, letter } = linkLetter(mailing, link, { stopUrl: noStop });
  return {
    link_id: link.id,
    reference: link.reference,
    language: letter.language ?? "en",
    subject,
    text: textOf(letter),
    html: htmlOf(letter),
  };
}
