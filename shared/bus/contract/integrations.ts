import type { Page, Paging } from "../../domain/paging.ts";
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
  IntegrationTypes,
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
} from "../../domain/shapes/integrations.ts";
import type { Caller } from "./call.ts";

export interface IntegrationsActions {
  "integrations.list": {
    params: { caller: Caller; type?: string; paging: Paging };
    result: Page<Integration>;
  };
  /** What can be connected, and what its `config` holds. */
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
  /** `base_url`: where the user's browser reaches Pathform, without a slash at its end */
  "integrations.connect": {
    params: { caller: Caller; type: string; query: ConnectQuery; base_url: string };
    result: Consent;
  };
  /** Ends a consent; `location` is where the browser goes from there. */
  "integrations.callback": {
    params: { caller: Caller; type: string; query: CallbackQuery; base_url: string };
    result: { location: string };
  };
  /** Those that it is attached to; one that its owner has deleted is among them. */
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
  /** Fires a test at once; what comes of it is the result, never an error. */
  "integrations.test": { params: { caller: Caller; type: string; id: string }; result: Tested };
  "integrations.regenerateSecret": { params: { caller: Caller; id: string }; result: WebhookSecret };
  "integrations.listDeliveries": {
    params: { caller: Caller; type: string; id: string; query: DeliveriesQuery; paging: Paging };
    result: Page<Delivery>;
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
  /** Payloads and bodies are gone when it answers, pending deliveries cancelled (decisions §6). Idempotent. */
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
  /**
   * A line in an account's notices, from any service. `key` names what it is about, such as a quota and a day: a second
   * notice of an account with the same key changes nothing, so the call may be repeated.
   */
  "integrations.addNotice": {
    params: { account_id: string; kind: NoticeKind; message: string; key: string; form_slug: string | null };
    result: null;
  };
  "integrations.updateNotice": { params: { caller: Caller; id: string; body: UpdateNoticeBody }; result: Notice };
}
