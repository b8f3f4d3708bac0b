import { texts } from "../../domain/texts.ts";
import * as linkMails from "./linkMails.ts";
import { inState } from "./links.texts.ts";

const recalls =
  "Recalls `{{hidden:<key>}}` of a hidden field that the form declares, `{{form:title}}`, `{{link:reference}}` and `{{link:url}}`. A button with the link follows the text.";

/** Texts of the API about the properties of linkMails.ts. */
export const linkMailsTexts = [
  texts(linkMails.LinkMailFilter, {
    status: inState,
    search: "A part of the reference.",
  }),
  texts(linkMails.CreateLinkMailBody, {
    name: "Name of the invitation in the list.",
    subject: recalls,
    text: recalls,
    reply_to: "Address that answers to the email go to.",
    translations: [
      "Subject and text by language tag, for people whose link has that language.",
      { subject: recalls, text: recalls },
    ],
    link_ids: "The links of the people. Send this or `filter`.",
    filter: "All links that match. Send this or `link_ids`.",
    remind_after_days: "Days after the invitation, ascending. People who have answered get no reminder.",
    is_dry_run: "Only returns the counts and a preview.",
  }),
  texts(linkMails.TestLinkMailBody, {
    subject: recalls,
    text: recalls,
    reply_to: "Address that answers to the email go to.",
    translations: ["Subject and text by language tag.", { subject: recalls, text: recalls }],
  }),
  texts(linkMails.LeftOut, {
    no_address: "Links without an address.",
    unsubscribed: "People who don't want invitations of this workspace.",
    undeliverable: "People whose address refused an email.",
    answered: "People who have answered.",
    expired: "Links that have expired.",
    revoked: "Links that were revoked.",
    invited: "People who got an invitation before, or wait for one.",
  }),
  texts(linkMails.LinkMailCounts, {
    recipients: "People who get an invitation.",
    sent: "Number of invitations sent.",
    waiting: "Invitations that wait.",
    failed: "Invitations that the mail server finally refused.",
    reminders_planned: "Reminders that follow if no one answers.",
    left_out: "People who get none, by reason.",
  }),
  texts(linkMails.LinkMailPreview, {
    link_id: "The first recipient's link.",
    reference: "The first recipient.",
    language: "Language of the email's frame.",
    subject: "Subject of the email.",
    text: "Plain text of the email.",
    html: "HTML of the email.",
  }),
  texts(linkMails.LinkMailing, {
    id: "ID of the invitation. Null in a dry run.",
    name: "Name of the invitation.",
    subject: "Subject as it was written.",
    status: "done: no invitation waits. Reminders can still follow.",
    counts: "Numbers of people.",
    next_reminder_at: "Time of the next reminder. Null if none is planned yet.",
    created: "Time when it was made.",
    preview: "Only of a dry run: the first recipient's email. Null if no one gets one.",
    left_today: "Only of a dry run: invitations left for this UTC day. Null without a limit.",
  }),
  texts(linkMails.LinkMailDelivery, {
    id: "ID of the attempt.",
    link_id: "The person's link.",
    reference: "The link's reference, only with `include=reference`. Null if its data or the link was deleted.",
    event: "link.invited or link.reminded.",
    status: "skipped: the person didn't need the email anymore, or a limit of the day was reached.",
    response_code: "Reply code of the mail server.",
    duration_ms: "Duration of the attempt.",
    created: "Time of the attempt.",
    attempt: "Number of the attempt, starting at 1.",
    next_attempt_at: "Time of the next attempt.",
    error_message: "Why it wasn't sent.",
  }),
  texts(linkMails.LinkMailDeliveriesQuery, { include: "`reference` adds whose invitation it was." }),
];
