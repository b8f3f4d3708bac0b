/**
 * Every call on the bus: a wrong action name, parameter or result does not compile (shared/moleculer.ts).
 *
 * Glossary
 * - account      owns forms, themes, integrations, keys; users sign in to one
 * - owner        whoever acts for an account: a signed-in user or an API key (`Caller`)
 * - respondent   walks a published form through the open API; needs no credentials
 * - form         what an owner makes; has one draft and any number of versions
 * - draft        the mutable graph of a form, with a revision that `If-Match` guards
 * - version      an immutable snapshot of a graph, numbered per form from 1
 * - live form    what a respondent's request must know of a form; the sessions service keeps it (docs/adr/0001)
 * - session      one respondent's walk through one version
 * - step         one `next`: an answer (or a skip) and the move to the next node
 * - response     a session as its owner reads it
 * - attachment   an integration that listens to a form's events
 *
 * Facts travel as rows, not as messages: a session's events are rows of its own transaction (`sessions.events`).
 */
import type { Graph, Json } from "./graph/types.ts";
import type { Page, Paging } from "./paging.ts";
import type {
  ApiKey,
  CreatedApiKey,
  CreateKeyBody,
  ForgotBody,
  LoginBody,
  RegisterBody,
  ResetBody,
  UpdateMeBody,
  User,
} from "./shapes/auth.ts";
import type { SessionEvent } from "./shapes/events.ts";
import type { FileQuery, UploadedFile, UploadQuery } from "./shapes/files.ts";
import type {
  CreateFormBody,
  Draft,
  FormDetail,
  FormListItem,
  FormsQuery,
  Published,
  SaveDraftBody,
  SavedDraft,
  UpdateFormBody,
  Validation,
  Version,
  VersionDetail,
} from "./shapes/forms.ts";
import type { Insights, InsightsQuery } from "./shapes/insights.ts";
import type {
  AttachBody,
  Attachment,
  CallbackQuery,
  ConnectQuery,
  Consent,
  CreateIntegrationBody,
  DeliveriesQuery,
  Delivery,
  DeliveryDetail,
  Integration,
  Notice,
  ReplayBody,
  Replayed,
  Retried,
  Tested,
  UpdateAttachmentBody,
  UpdateIntegrationBody,
  UpdateNoticeBody,
  WebhookSecret,
} from "./shapes/integrations.ts";
import type {
  Completed,
  ExportQuery,
  Next,
  PublicForm,
  ResponsesQuery,
  Resumed,
  SessionDetail,
  SessionListItem,
  Started,
} from "./shapes/sessions.ts";
import type { CreateThemeBody, Theme, ThemeReference, UpdateThemeBody } from "./shapes/themes.ts";
import type { Usage, UsageQuery } from "./shapes/usage.ts";

/** Who an owner's request acts for; `user_id` and `key_id` say how it was authenticated. */
export interface Caller {
  account_id: string;
  user_id: string | null;
  key_id: string | null;
}

/** Travels with every call. */
export interface Meta {
  request_id?: string;
  /** W3C Trace Context: the trace that this call is part of */
  traceparent?: string;
  /** Unix ms; a step that is late is dropped unapplied */
  deadline?: number;
}

/** Requests of one account that have all this in common. */
export interface UsageCount {
  account_id: string;
  /** null: a signed-in user */
  key_id: string | null;
  /** UTC, `YYYY-MM-DD` */
  day: string;
  method: string;
  /** the route's template */
  path: string;
  /** 2 for 2xx … */
  status_class: number;
  /** of the latency: shared/latency.ts */
  bucket: number;
  requests: number;
}

/** A signed-in user and the secret of the cookie. */
export interface SignIn {
  user: User;
  token: string;
}

/** What forms tells sessions of a form; `revision` orders the pushes, an older one changes nothing. */
export interface LiveForm {
  form_id: string;
  revision: number;
  account_id: string;
  slug: string;
  title: string;
  theme: ThemeReference;
  is_active: boolean;
  is_accepting_responses: boolean;
  response_limit: number | null;
  opens_at: string | null;
  closes_at: string | null;
  closed_message: string | null;
  /** null: never published */
  version: { id: string; version_number: number } | null;
}

export interface VersionGraph {
  version_id: string;
  version_number: number;
  graph: Graph;
}

/** A form as the services beside forms know it, once its owner is checked. */
export interface FormReference {
  form_id: string;
  slug: string;
  title: string;
  current_version: number | null;
}

/** What a session has caused, out of the outbox of sessions. */
export type ClaimedEvent =
  | { kind: "event"; event: SessionEvent }
  /** The session was erased, and all that its events told is to be erased too (decisions §6). */
  | { kind: "erased"; id: string; session_id: string };

/** A session that has completed, was abandoned or erased. */
export interface SessionChange {
  id: string;
  session_id: string;
  is_erased: boolean;
}

/** What an upload may be, and where in the store its bytes go. */
export interface FileReservation {
  id: string;
  key: string;
  max_bytes: number;
  /** media types, such as `image/*` */
  accept: string[];
}

/** An uploaded file, and where in the store its bytes are. */
export interface OpenedFile {
  key: string;
  name: string;
  size: number;
  content_type: string;
}

/** A piece of an export's text, small enough for the bus; whole rows, but for a row that is larger than a piece. */
export interface ExportPiece {
  text: string;
  /** null: the last piece */
  cursor: string | null;
}

export interface Actions {
  "auth.authenticate": { params: { key?: string; token?: string }; result: Caller };
  "auth.register": { params: { body: RegisterBody }; result: SignIn };
  "auth.login": { params: { body: LoginBody }; result: SignIn };
  "auth.logout": { params: { token: string }; result: null };
  "auth.me": { params: { caller: Caller }; result: User };
  "auth.updateMe": { params: { caller: Caller; token: string; body: UpdateMeBody }; result: User };
  /** Whom to write to about an account. */
  "auth.listUsers": { params: { account_id: string }; result: { users: { email: string; name: string }[] } };
  "auth.resetPassword": { params: { email: string }; result: { password: string } };
  "auth.listKeys": { params: { caller: Caller; paging: Paging }; result: Page<ApiKey> };
  "auth.createKey": { params: { caller: Caller; body: CreateKeyBody }; result: CreatedApiKey };
  "auth.revokeKey": { params: { caller: Caller; id: string }; result: null };

  /** Mails a link to set a new password, where the e-mail is known; 409 without a mail server. */
  "auth.forgot": { params: { body: ForgotBody; base_url: string }; result: null };
  "auth.reset": { params: { body: ResetBody }; result: null };
  /** What a gateway has counted; idempotent by `flush_id`. */
  "auth.recordUsage": { params: { flush_id: string; counts: UsageCount[] }; result: null };
  "auth.usage": { params: { caller: Caller; query: UsageQuery }; result: Usage };

  "forms.list": { params: { caller: Caller; query: FormsQuery; paging: Paging }; result: Page<FormListItem> };
  "forms.create": { params: { caller: Caller; body: CreateFormBody }; result: FormDetail };
  "forms.get": { params: { caller: Caller; slug: string }; result: FormDetail };
  "forms.update": { params: { caller: Caller; slug: string; body: UpdateFormBody }; result: FormDetail };
  "forms.remove": { params: { caller: Caller; slug: string }; result: null };
  "forms.getDraft": { params: { caller: Caller; slug: string }; result: Tagged<Draft> };
  "forms.saveDraft": {
    params: { caller: Caller; slug: string; body: SaveDraftBody; if_match: string | null };
    result: Tagged<SavedDraft>;
  };
  "forms.validateDraft": { params: { caller: Caller; slug: string }; result: Validation };
  "forms.publish": { params: { caller: Caller; slug: string }; result: Published };
  "forms.listVersions": { params: { caller: Caller; slug: string; paging: Paging }; result: Page<Version> };
  "forms.getVersion": { params: { caller: Caller; slug: string; version_number: number }; result: VersionDetail };
  "forms.restoreVersion": {
    params: { caller: Caller; slug: string; version_number: number; if_match: string | null };
    result: Tagged<Draft>;
  };
  /** For analytics and integrations: is there such a form, and does it belong to the caller? */
  "forms.locate": { params: { caller: Caller; slug: string }; result: FormReference };
  "forms.listThemes": { params: { caller: Caller; paging: Paging }; result: Page<Theme> };
  "forms.createTheme": { params: { caller: Caller; body: CreateThemeBody }; result: Theme };
  "forms.getTheme": { params: { caller: Caller; id: string }; result: Theme };
  "forms.updateTheme": { params: { caller: Caller; id: string; body: UpdateThemeBody }; result: Theme };
  "forms.removeTheme": { params: { caller: Caller; id: string }; result: null };

  /** Idempotent; answers when the form is live on every copy. `graph` comes with a version that may be new. */
  "sessions.putLiveForm": { params: { form: LiveForm; graph: VersionGraph | null }; result: null };
  /** Which of these forms are live in an older revision, or not at all? */
  "sessions.staleForms": {
    params: { forms: { form_id: string; revision: number }[] };
    result: { form_ids: string[] };
  };
  "sessions.countByForm": { params: { form_id: string }; result: { total: number; completed: number } };
  "sessions.publicForm": { params: { slug: string }; result: Tagged<PublicForm> };
  "sessions.start": {
    params: { slug: string; session_id: string; body: { hidden?: Record<string, string> }; user_agent: string | null };
    result: Started;
  };
  "sessions.next": {
    params: { session_id: string; body: { node_id: string; value?: Json; back?: boolean } };
    result: Next;
  };
  "sessions.complete": { params: { session_id: string }; result: Completed };
  "sessions.resume": { params: { session_id: string }; result: Resumed };
  /** Erased for good (decisions §6); 404 when the form has no such session. */
  "sessions.erase": { params: { form_id: string; session_id: string }; result: null };
  /** Events that nobody else holds, for 30 s; at most `limit`, and fewer where they are large (a message is ≤ 1 MB). */
  "sessions.claimEvents": { params: { consumer: string; limit: number }; result: { events: ClaimedEvent[] } };
  "sessions.acknowledgeEvents": { params: { ids: string[] }; result: null };
  "sessions.failEvent": { params: { id: string; error: string }; result: null };
  /** What analytics has not acknowledged yet, the oldest first; more than one copy may be told the same. */
  "sessions.changes": { params: { limit: number }; result: { changes: SessionChange[] } };
  "sessions.acknowledgeChanges": { params: { ids: string[] }; result: null };
  /** 404 where there is no such session. */
  "sessions.locate": { params: { session_id: string }; result: { form_id: string } };
  /** Room for one more file, where the node is on the session's path (decisions §5); its bytes do not cross the bus. */
  /** While its bytes are on their way; a reservation that nobody renews lapses. */
  "sessions.renewFile": { params: { id: string }; result: null };
  "sessions.reserveFile": {
    params: { session_id: string; file_id: string; url: string; query: UploadQuery };
    result: FileReservation;
  };
  "sessions.commitFile": {
    params: { id: string; name: string; size: number; content_type: string };
    result: UploadedFile;
  };
  "sessions.releaseFile": { params: { id: string }; result: null };
  "sessions.removeFile": { params: { session_id: string; id: string }; result: null };
  /** `caller` null: whoever has the signed link of `query` */
  "sessions.openFile": { params: { caller: Caller | null; id: string; query: FileQuery }; result: OpenedFile };
  "sessions.versionGraph": { params: { form_id: string; version_number: number }; result: { graph: Graph | null } };

  "analytics.listResponses": {
    params: { caller: Caller; slug: string; query: ResponsesQuery; paging: Paging };
    result: Page<SessionListItem>;
  };
  "analytics.getResponse": { params: { caller: Caller; slug: string; session_id: string }; result: SessionDetail };
  "analytics.eraseResponse": { params: { caller: Caller; slug: string; session_id: string }; result: null };
  "analytics.insights": { params: { caller: Caller; slug: string; query: InsightsQuery }; result: Insights };
  /** Begins an export: it has the sessions that exist now (decisions §6). `cursor` leads through its pieces. */
  "analytics.beginExport": {
    params: { caller: Caller; slug: string; query: ExportQuery & { search?: string } };
    result: { filename: string; content_type: string; cursor: string };
  };
  "analytics.exportPiece": { params: { cursor: string }; result: ExportPiece };

  "integrations.list": {
    params: { caller: Caller; type?: string; paging: Paging };
    result: Page<Integration>;
  };
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
  "integrations.listNotices": { params: { caller: Caller; paging: Paging }; result: Page<Notice> };
  "integrations.updateNotice": { params: { caller: Caller; id: string; body: UpdateNoticeBody }; result: Notice };
}

/** Hints: they may be lost, and nothing depends on them. */
export interface Events {
  /** there are events to claim */
  "session.event": Record<string, never>;
}

/** A result with the ETag that the answer carries. */
export interface Tagged<T> {
  etag: string;
  value: T;
}

export type ActionName = keyof Actions & string;
