import type { Page, Paging } from "../../api/paging.ts";
import type {
  AccountDeliveriesQuery,
  AttachBody,
  AttachedForm,
  Attachment,
  CallbackQuery,
  ConnectQuery,
  Consent,
  CreateIntegrationBody,
  DeliveriesQuery,
  Delivery,
  DeliveryDetail,
  Integration,
  IntegrationHealth,
  IntegrationTypes,
  ListedDeliveriesQuery,
  ListedDelivery,
  Notice,
  NoticeKind,
  NoticesQuery,
  ReplayBody,
  Replayed,
  Retried,
  Tested,
  UpdateAttachmentBody,
  UpdateIntegrationBody,
  UpdateNoticeBody,
  WebhookSecret,
} from "../../api/shapes/integrations.ts";
import type {
  CreateLinkMailBody,
  LinkMailDeliveriesQuery,
  LinkMailDelivery,
  LinkMailing,
  TestLinkMailBody,
} from "../../api/shapes/linkMails.ts";
import type { CreateMailBody, Mail, UpdateMailBody } from "../../api/shapes/mails.ts";
import type { Removal } from "../../api/shapes/members.ts";
import type { MailTheme } from "../../domain/mail/letterLook.ts";
import type { Caller } from "./call.ts";

/** Subject of a link in an email. */
export interface MailLink {
  form_title: string;
  address: string;
  is_stopped: boolean;
}

/** An email with a link to finish a session later (wants §23). */
export interface ResumeMail {
  session_id: string;
  /** ISO timestamp, which the link's token names */
  asked_at: string;
  account_id: string;
  /** `theme`: absent from copies of the previous release */
  form: { id: string; slug: string; title: string; theme?: MailTheme };
  address: string;
  /** keyed hash of the client's network address, or null */
  client: string | null;
  /** BCP 47 */
  language: string;
  /** Without a trailing slash. */
  base_url: string;
}

/** Subject of a link that unsubscribes, and the language of its page. `address` is null if the link was erased. */
export interface InvitationLink {
  address: string | null;
  workspace: string;
  language: string;
  is_stopped: boolean;
}

export interface IntegrationsActions {
  "integrations.list": {
    params: { caller: Caller; type?: string; paging: Paging };
    result: Page<Integration>;
  };
  /** Returns attempts of the last 24 hours, in all and by hour. */
  "integrations.health": { params: { caller: Caller; type: string; id: string }; result: IntegrationHealth };
  /** Lists integration types with their `config` fields. */
  "integrations.types": { params: { caller: Caller }; result: IntegrationTypes };
  "integrations.create": {
    params: { caller: Caller; type: string; body: CreateIntegrationBody };
    result: Integration;
  };
  "integrations.update": {
    params: { caller: Caller; type: string; id: string; body: UpdateIntegrationBody };
    result: Integration;
  };
  "integrations.remove": { params: { caller: Caller; type: string; id: string }; result: null };
  /** `base_url`: Pathform's URL in the user's browser, without a trailing slash */
  "integrations.connect": {
    params: { caller: Caller; type: string; query: ConnectQuery; base_url: string };
    result: Consent;
  };
  /** Completes an OAuth authorization. `location` is the redirect URL. */
  "integrations.callback": {
    params: { caller: Caller; type: string; query: CallbackQuery; base_url: string };
    result: { location: string };
  };
  /** Lists the forms that it is attached to, including deleted ones. */
  "integrations.listForms": {
    params: { caller: Caller; type: string; id: string; paging: Paging };
    result: Page<AttachedForm>;
  };
  "integrations.listAttachments": {
    params: { caller: Caller; slug: string; paging: Paging };
    result: Page<Attachment>;
  };
  "integrations.attach": { params: { caller: Caller; slug: string; body: AttachBody }; result: Attachment };
  "integrations.updateAttachment": {
    params: { caller: Caller; slug: string; id: string; body: UpdateAttachmentBody };
    result: Attachment;
  };
  "integrations.detach": { params: { caller: Caller; slug: string; id: string }; result: null };
  /** Sends a test delivery immediately. A failed delivery is a result, not an error. */
  "integrations.test": { params: { caller: Caller; type: string; id: string }; result: Tested };
  "integrations.regenerateSecret": { params: { caller: Caller; id: string }; result: WebhookSecret };
  "integrations.listDeliveries": {
    params: { caller: Caller; type: string; id: string; query: ListedDeliveriesQuery; paging: Paging };
    result: Page<ListedDelivery>;
  };
  "integrations.getDelivery": {
    params: { caller: Caller; type: string; id: string; delivery_id: string };
    result: DeliveryDetail;
  };
  "integrations.retryDelivery": {
    params: { caller: Caller; type: string; id: string; delivery_id: string };
    result: Retried;
  };
  "integrations.replay": {
    params: { caller: Caller; type: string; id: string; body: ReplayBody };
    result: Replayed;
  };
  "integrations.listSessionDeliveries": {
    params: { caller: Caller; slug: string; session_id: string };
    result: Delivery[];
  };
  /** Deletes payloads and bodies and cancels pending deliveries before it returns (decisions §6). Idempotent. */
  "integrations.eraseSession": { params: { session_id: string }; result: null };
  "integrations.listNotices": {
    params: { caller: Caller; query: NoticesQuery; paging: Paging };
    result: Page<Notice>;
  };
  "integrations.readNotices": { params: { caller: Caller }; result: null };
  "integrations.listAccountDeliveries": {
    params: { caller: Caller; query: AccountDeliveriesQuery; paging: Paging };
    result: Page<Delivery>;
  };
  /** Returns what a member created, and the email notifications to their address. */
  "integrations.ofMember": {
    params: { caller: Caller; user_id: string; email: string };
    result: Pick<Removal, "mails" | "integrations">;
  };
  /** Names of what is attached to a form of the account. */
  "integrations.ofForm": {
    params: { account_id: string; form_id: string };
    result: { attachments: string[]; mails: string[] };
  };
  /** Ends what an account has attached to a form that moved away. Idempotent. */
  "integrations.leaveForm": { params: { account_id: string; form_id: string }; result: null };
  /** Deletes a part of an account's data. */
  "integrations.eraseAccount": { params: { account_id: string; form_ids: string[] }; result: { erased: number } };
  /** Returns whether this server sends email. */
  "integrations.hasMail": { params: Record<string, never>; result: { has_mail: boolean } };
  /** Emails a respondent a link to finish later. Idempotent by session and `asked_at`. */
  "integrations.mailResume": { params: ResumeMail; result: null };
  /** Stops an account's emails to an address, of one form or of all. Idempotent. */
  "integrations.stopAddress": { params: { account_id: string; form_id: string | null; email: string }; result: null };
  /**
   * Creates a notification for an account. `key` names its subject, such as a quota and a day. Idempotent by account and `key`.
   */
  "integrations.addNotice": {
    params: { account_id: string; kind: NoticeKind; message: string; key: string; form_slug: string | null };
    result: null;
  };
  "integrations.listMails": { params: { caller: Caller; slug: string; paging: Paging }; result: Page<Mail> };
  "integrations.getMail": { params: { caller: Caller; slug: string; id: string }; result: Mail };
  /** `base_url`: for links in emails, without a trailing slash */
  "integrations.createMail": {
    params: { caller: Caller; slug: string; body: CreateMailBody; base_url: string };
    result: Mail;
  };
  "integrations.updateMail": {
    params: { caller: Caller; slug: string; id: string; body: UpdateMailBody; base_url: string };
    result: Mail;
  };
  "integrations.removeMail": { params: { caller: Caller; slug: string; id: string }; result: null };
  /** Sends a test email to the caller immediately. A failure is a result, not an error. */
  "integrations.testMail": {
    params: { caller: Caller; slug: string; id: string; base_url: string };
    result: Tested;
  };
  "integrations.listMailDeliveries": {
    params: { caller: Caller; slug: string; id: string; query: DeliveriesQuery; paging: Paging };
    result: Page<Delivery>;
  };
  /** Describes a link in an email. 404 if it is invalid or has expired. */
  "integrations.mailLink": { params: { purpose: "confirm" | "stop"; token: string }; result: MailLink };
  /** Invites people with personal links, or returns what that would do. */
  "integrations.sendLinkMails": {
    params: { caller: Caller; slug: string; body: CreateLinkMailBody; base_url: string };
    result: LinkMailing;
  };
  "integrations.listLinkMails": { params: { caller: Caller; slug: string; paging: Paging }; result: Page<LinkMailing> };
  "integrations.getLinkMail": { params: { caller: Caller; slug: string; id: string }; result: LinkMailing };
  "integrations.cancelLinkMail": { params: { caller: Caller; slug: string; id: string }; result: null };
  "integrations.testLinkMail": {
    params: { caller: Caller; slug: string; body: TestLinkMailBody; base_url: string };
    result: Tested;
  };
  "integrations.listLinkMailDeliveries": {
    params: { caller: Caller; slug: string; id: string; query?: LinkMailDeliveriesQuery; paging: Paging };
    result: Page<LinkMailDelivery>;
  };
  /** Cancels emails of links that are gone. */
  "integrations.cancelMailsOfLinks": { params: { link_ids: string[] }; result: null };
  /** Describes a link that unsubscribes from a workspace's invitations. 404 if it is invalid. */
  "integrations.invitationLink": { params: { token: string }; result: InvitationLink };
  "integrations.leaveInvitations": { params: { token: string }; result: InvitationLink };
  "integrations.confirmMail": { params: { token: string }; result: MailLink };
  "integrations.stopMail": { params: { token: string }; result: MailLink };
  "integrations.updateNotice": { params: { caller: Caller; id: string; body: UpdateNoticeBody }; result: Notice };
}
