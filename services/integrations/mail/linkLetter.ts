import type { MailableLink } from "../../../shared/bus/contract/sessions.ts";
import { recallsOf } from "../../../shared/domain/graph/recallKinds.ts";
import { lookOf } from "../../../shared/domain/mail/letterLook.ts";
import { directionOf } from "../../../shared/languages/direction.ts";
import { mailWords } from "../../../shared/languages/mails.ts";
import { filled } from "../../../shared/languages/words.ts";
import { linkUrl } from "../../../shared/platform/linkTokens.ts";
import type { Written } from "../../../shared/platform/mail/send.ts";
import type { MailingRow } from "../store/linkMails.ts";
import { headerText, templatesIn } from "./letters.ts";
import { baseUrlOf } from "./recipients.ts";

/** Recalls of an invitation. All others are refused when it is made. */
const recall = recallsOf(["hidden", "form", "link"]);
const hiddenKey = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Returns what stands in double braces and isn't a recall of invitations, also without closing braces. `hiddenKeys`: those of the form,
 * or null if they aren't known.
 */
export function unknownRecalls(text: string, hiddenKeys: ReadonlySet<string> | null): string[] {
  const isKnown = (kind: string, name: string) =>
    kind === "hidden" ? (hiddenKeys?.has(name) ?? hiddenKey.test(name)) : known.has(`${kind}:${name}`);
  const rest = text.replace(recall, (whole, kind: string, name: string) => (isKnown(kind, name) ? " " : whole));
  return rest.match(opened) ?? [];
}
const known: ReadonlySet<string> = new Set(["form:title", "link:reference", "link:url"]);
/** At most as long as a recall of a hidden field. */
const opened = /\{\{[^{}\n]{0,72}(?:\}\})?/g;

export type LetterTexts = Pick<
  MailingRow,
  "form" | "workspace" | "language" | "base_url" | "subject" | "text" | "translations"
>;
type Addressee = Pick<MailableLink, "id" | "reference" | "language" | "hidden" | "form">;

/**
 * Writes an invitation, or a reminder, in the link's language where the mailing has texts in it. The owner's text is plain, and one
 * button opens the link.
 */
export function linkLetter(
  mailing: LetterTexts,
  link: Addressee,
  { isReminder = false, stopUrl = "", url = linkUrl(baseUrlOf(mailing), mailing.form.slug, link.id) } = {},
): Written {
  const { form, workspace } = mailing;
  const texts = templatesIn(mailing, link.language);
  const title = (texts.language !== undefined && link.form?.title) || form.title;
  const { words, language } = mailWords(texts.language ?? mailing.language);
  const fill = (text: string) =>
    text.replace(recall, (whole, kind: string, name: string) => {
      if (kind === "hidden") return Object.hasOwn(link.hidden, name) ? (link.hidden[name] ?? "") : "";
      if (kind === "form") return title;
      return kind === "link" ? (name === "url" ? url : (link.reference ?? "")) : whole;
    });
  const subject = fill(texts.subject);
  const reason = isReminder ? words.reminderReason : words.invitationReason;
  return {
    subject: headerText(isReminder ? filled(words.reminder, { subject }) : subject),
    letter: {
      ...(link.form?.theme && { look: lookOf(link.form.theme) }),
      heading: title,
      paragraphs: texts.text === "" ? [] : [{ text: fill(texts.text) }],
      groups: [],
      isCut: false,
      button: { url, label: words.answer },
      footer: filled(reason, { workspace, title }, directionOf(language) === "rtl"),
      stopUrl: stopUrl || null,
      stopLabel: words.unsubscribe,
      language,
    },
  };
}
