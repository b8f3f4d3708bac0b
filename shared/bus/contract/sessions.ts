import type { Graph, Json } from "../../domain/graph/types.ts";
import type { JsonText } from "../../domain/json.ts";
import type { SessionEvent } from "../../domain/shapes/events.ts";
import type { FileQuery, UploadedFile, UploadQuery } from "../../domain/shapes/files.ts";
import type { Completed, Next, PublicForm, Resumed, Started } from "../../domain/shapes/sessions.ts";
import type { ThemeReference } from "../../domain/shapes/themes.ts";
import type { Caller, Meta, Tagged } from "./call.ts";

/** What forms pushes to sessions of a form; `revision` orders the pushes, an older one changes nothing. */
/** A form's sessions. `daily_completed`: 14 UTC days, oldest first, today last (features §19). */
export interface FormCounts {
  form_id: string;
  total: number;
  completed: number;
  daily_completed: number[];
}

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
  language: string;
  embed_origins: string[];
  /** null: never published */
  version: { id: string; version_number: number } | null;
}

export interface VersionGraph {
  version_id: string;
  version_number: number;
  graph: Graph;
}

/** What a session has caused, out of the outbox of sessions. */
export type ClaimedEvent =
  /** `position` orders it with `sessions.eventPosition`; null or absent: it is from before events had positions */
  | { kind: "event"; position?: number | null; event: SessionEvent }
  /** The session was erased, and all that its events held is to be erased too (decisions §6). */
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

/** `etag` covers both of the others. */
export interface FormPage {
  etag: string;
  form: JsonText<PublicForm> | null;
  /** who may show the page in a frame */
  embed_origins: string[];
}

/** Respondents' calls, all idempotent, that may share a message with others (shared/bus/joined.ts). */
export type JoinableAction = "sessions.start" | "sessions.next" | "sessions.complete";

export interface JoinedCall {
  action: JoinableAction;
  params: object;
  meta: Meta;
  request_id: string | null;
}

/** Of one call. `pending`: its copy is still at it, while the others are done. */
export type JoinedOutcome =
  | { result: unknown }
  | { error: { name: string; message: string; code?: number; type?: string; data?: unknown } }
  | { pending: true };

export interface SessionsActions {
  /** Idempotent; answers when the form is live on every copy. `graph` comes with a version that may be new. */
  "sessions.putLiveForm": { params: { form: LiveForm; graph: VersionGraph | null }; result: null };
  /** Which of these forms are live in an older revision, or not at all? */
  "sessions.staleForms": {
    params: { forms: { form_id: string; revision: number }[] };
    result: { form_ids: string[] };
  };
  /** One each, in any order; a form without sessions is left out. */
  "sessions.countByForms": {
    params: { form_ids: string[] };
    result: { counts: FormCounts[] };
  };
  "sessions.publicForm": { params: { slug: string }; result: Tagged<JsonText<PublicForm>> };
  /** What a respondent's page is made of; `form` null where `known` is the ETag of what there is: only that is answered. */
  "sessions.formPage": { params: { slug: string; known: string | null }; result: FormPage };
  /** The form as that session's version has it; also while it is closed or deleted, since the session may go on. */
  "sessions.sessionForm": { params: { session_id: string }; result: Tagged<JsonText<PublicForm>> };
  "sessions.start": {
    params: {
      slug: string;
      session_id: string;
      body: { id?: string; hidden?: Record<string, string> };
      user_agent: string | null;
    };
    result: Started;
  };
  "sessions.next": {
    params: { session_id: string; body: { node_id: string; value?: Json; back?: boolean } };
    result: Next;
  };
  "sessions.complete": { params: { session_id: string }; result: Completed };
  /** Respondents' calls that came together, each with what came of it, in their order (shared/bus/joined.ts). */
  "sessions.joined": { params: { calls: JoinedCall[] }; result: JoinedOutcome[] };
  "sessions.resume": { params: { session_id: string }; result: Resumed };
  /** Erased for good (decisions §6); 404 when the form has no such session. */
  "sessions.erase": { params: { form_id: string; session_id: string }; result: null };
  /** Events that nobody else holds, for 30 s; at most `limit`, and fewer where they are large (a message is ≤ 1 MB). */
  "sessions.claimEvents": { params: { consumer: string; limit: number }; result: { events: ClaimedEvent[] } };
  "sessions.acknowledgeEvents": { params: { ids: string[] }; result: null };
  "sessions.failEvent": { params: { id: string; error: string }; result: null };
  /**
   * A position in the sequence of all events. An event whose request began after this answered has a larger position, one
   * whose request was answered before this was asked a smaller one; between the two either may hold. No clock is asked.
   * `form_id`: the form that gets an attachment, whose events wait for integrations from then on; absent where an older copy of
   * integrations asks, and then those of all forms do.
   */
  "sessions.eventPosition": { params: { form_id?: string }; result: { position: number } };
  /**
   * These forms have attachments; others have none, or may have, or are named next. Events of forms without any wait for nobody,
   * once that is known (`are_known`).
   */
  "sessions.noteAttachedForms": {
    params: { form_ids: string[]; others: "none" | "unknown" | "follow" };
    result: { are_known: boolean };
  };
  /** What analytics has not acknowledged yet, the oldest first; more than one copy may get the same. */
  "sessions.changes": { params: { limit: number }; result: { changes: SessionChange[] } };
  "sessions.acknowledgeChanges": { params: { ids: string[] }; result: null };
  /** 404 where there is no such session. */
  "sessions.locate": { params: { session_id: string }; result: { form_id: string } };
  /** While its bytes are on their way; a reservation that nobody renews lapses. */
  "sessions.renewFile": { params: { id: string }; result: null };
  /** Room for one more file, where the node is on the session's path (decisions §5); its bytes do not cross the bus. */
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
}
