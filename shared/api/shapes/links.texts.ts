import { texts } from "../../domain/texts.ts";
import * as links from "./links.ts";

const common = {
  email: "Address for invitations. Defaults to the reference if that is one.",
  language: "One of the form's languages. The page opens in it.",
  hidden: "Values of hidden fields by key. They win over those of a start.",
  expires_at: "Time after which the link starts no session. Null for never.",
  max_responses: "Sessions that the link can start. Defaults to 1.",
};

export const inState =
  "Only links in this state. `unanswered` are unused and started ones whose person has completed no response, also none that was deleted since.";

/** Texts of the API about the properties of links.ts. */
export const linksTexts = [
  texts(links.NewLink, {
    reference: "The person of the link. Unique among the form's links that aren't revoked, without case.",
    ...common,
    prefill: "Answers to fill in, by node ID. The questions must accept them.",
  }),
  texts(links.CreateLinksBody, { links: "The links to create, in their order." }),
  texts(links.LinkMail, {
    status: "undeliverable: the mail server refused the recipient.",
    last_sent_at: "Time of the last email.",
    sent_count: "Number of emails sent.",
  }),
  texts(links.Link, {
    id: "ID of the link.",
    reference: "The person of the link, unique among the form's links that aren't revoked. Null if it was deleted.",
    ...common,
    url: "Address that opens the form. Null without the permission responses:write, and in a repeated response.",
    prefill: "Answers to fill in, by node ID.",
    responses_count: "Sessions that the link started and that exist.",
    status: "The first that applies: revoked, completed (all its sessions), expired, started, unused.",
    mail: "Emails to the person.",
    created: "Time when the link was created.",
  }),
  texts(links.CreatedLinks, { results: "The links in the order of the request." }),
  texts(links.LinkCounts, {
    unused: "Links that no one opened.",
    started: "Links with a session, but not all completed.",
    completed: "Links whose sessions are all completed.",
    expired: "Links that expired before.",
    revoked: "Links that were revoked.",
    undeliverable: "Links whose emails the mail server refused.",
  }),
  texts(links.PublicLink, {
    slug: "The form's slug.",
    status: "State of the link. Only unused and started links start or continue a session.",
    prefill: "Answers to fill in, by node ID.",
    hidden: "Hidden fields that texts before the start insert.",
    language: "Language to open the form in.",
  }),
  texts([links.LinksQuery, links.LinksExportQuery], {
    status: inState,
    mail_status: "Only links whose emails are in this state.",
    search: "A part of the reference.",
  }),
  texts(links.DeleteLinkQuery, { erase: "Also deletes what the link says about a person." }),
];
