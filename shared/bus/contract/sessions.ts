import type { Page, Paging } from "../../api/paging.ts";
import type { AnnotateBody, Annotations } from "../../api/shapes/annotations.ts";
import type { CorrectBody, Editable, EditBody, Editor, History } from "../../api/shapes/corrections.ts";
import type { SessionEvent } from "../../api/shapes/events.ts";
import type { FileQuery, UploadedFile, UploadQuery } from "../../api/shapes/files.ts";
import type { FormSettings } from "../../api/shapes/formSettings.ts";
import type {
  CreatedLinks,
  CreateLinksBody,
  DeleteLinkQuery,
  Link,
  LinkCounts,
  LinkMailStatus,
  LinkStatus,
  LinksExportQuery,
  LinksQuery,
  PublicLink,
} from "../../api/shapes/links.ts";
import type {
  CheckedImport,
  DeleteImportQuery,
  ImportResponsesQuery,
  ResponseImport,
} from "../../api/shapes/responseImports.ts";
import type {
  AnswersQuery,
  AnswersTaken,
  AskResumeBody,
  Challenge,
  ChallengeQuery,
  CompleteBody,
  Completed,
  Next,
  OpenResumeBody,
  Places,
  PublicForm,
  PublicFormQuery,
  Resumed,
  ResumedWithAnswers,
  Started,
} from "../../api/shapes/sessions.ts";
import type { Graph, Json } from "../../domain/graph/types.ts";
import type { JsonText } from "../../domain/json.ts";
import type { MailTheme } from "../../domain/mail/letterLook.ts";
import type { ThemeReference } from "../../domain/theme/themes.ts";
import type { ExportPiece } from "./analytics.ts";
import type { Caller, Meta, Tagged } from "./call.ts";

/** Session counts of a form. `daily_completed`: 14 UTC days, oldest first, today last (features §19). */
export interface FormCounts {
  form_id: string;
  total: number;
  completed: number;
  daily_completed: number[];
}

/**
 * A form's live state, which forms pushes to sessions. Pushes with an older `revision` change nothing. Older copies of forms leave out
 * later settings, which then are the default.
 */
export interface LiveForm extends Partial<FormSettings> {
  form_id: string;
  revision: number;
  account_id: string;
  slug: string;
  title: string;
  theme: ThemeReference;
  /** null if never published */
  version: { id: string; version_number: number } | null;
  /** its workspace is going to be deleted; then it isn't active either */
  is_suspended?: boolean;
}

/** A file of an upload in progress. Older gateways omit the session. */
export interface ReservedFile {
  id: string;
  session_id?: string | undefined;
}

export interface VersionGraph {
  version_id: string;
  version_number: number;
  graph: Graph;
  /** Tags of translations that `putVersionTexts` has sent. Absent from older copies, whose graph has the translations. */
  languages?: string[];
  /** By language: the form's title and closed message that its translations are of. Absent from older copies. */
  translation_sources?: Record<string, { title?: string | null; closed_message?: string | null }> | null;
}

/** Links of a form: those of an id, or all that match. */
export type LinkChoice = { link_ids: string[] } | { status?: LinksQuery["status"]; search?: string };

/** Facts about a personal link for an invitation. */
export interface MailableLink {
  id: string;
  form_id: string;
  reference: string | null;
  /** null without an address, and if it was erased */
  email: string | null;
  language: string | null;
  hidden: Record<string, string>;
  status: LinkStatus;
  /** a session of the link was completed, even if it was erased since */
  is_answered: boolean;
  mail_status: LinkMailStatus;
  /** its form right now. Absent where people are chosen, and from copies of the previous release */
  form?: {
    is_closed: boolean;
    /** when it starts to take responses, if that is later */
    opens_at: string | null;
    /** in the link's language; absent without one */
    title?: string;
    theme?: MailTheme;
  };
}

/** State of a link's emails. */
export interface LinkMailNote {
  link_id: string;
  status: LinkMailStatus;
  last_sent_at: string | null;
  sent_count: number;
}

/** Texts of a version in one language, as JSON. All of them wouldn't fit into a message. */
export interface VersionLanguage {
  version_id: string;
  language: string;
  texts: string;
  /** the form's title and closed message that `texts` translates */
  sources: { title?: string | null; closed_message?: string | null };
}

/** An event from the outbox of sessions. */
export type ClaimedEvent =
  /** `position` compares with `sessions.eventPosition`. Null or absent in events of older versions. */
  | { kind: "event"; position?: number | null; event: SessionEvent }
  /** The session was erased. Delete all contents of its events too (decisions §6). */
  | { kind: "erased"; id: string; session_id: string }
  /** Answers to these nodes were erased. Delete them from the contents of its events too (wants §21.5). */
  | { kind: "answers_erased"; id: string; session_id: string; node_ids: string[] };

/** A session that was completed, abandoned, corrected or erased. */
export interface SessionChange {
  id: string;
  session_id: string;
  is_erased: boolean;
}

/** Limits of one upload and its storage key. */
export interface FileReservation {
  id: string;
  key: string;
  max_bytes: number;
  /** media types, such as `image/*`; none: all */
  accept: string[];
  /** Its PNG is decoded. Absent in replies of older versions. */
  is_drawing?: boolean;
}

/** An uploaded file with its storage key. */
export interface OpenedFile {
  key: string;
  name: string;
  size: number;
  content_type: string;
}

/** `etag` covers both other fields. */
export interface FormPage {
  etag: string;
  form: JsonText<PublicForm> | null;
  /** origins that can embed the page */
  embed_origins: string[];
}

/** Idempotent respondent actions that can share a bus message (shared/bus/batchedCalls.ts). */
export type BatchableAction = "sessions.start" | "sessions.next" | "sessions.complete";

export interface BatchedCall {
  action: BatchableAction;
  params: object;
  meta: Meta;
  request_id: string | null;
}

/** Outcome of one call. `pending`: it is still running while the others are done. */
export type BatchedOutcome =
  | { result: unknown; form_id?: string | undefined }
  | {
      error: { name: string; message: string; code?: number; type?: string; data?: unknown };
      form_id?: string | undefined;
    }
  | { pending: true };

export interface SessionsActions {
  /** Returns when the form is live on every copy. `graph` is set for versions that may be new. Idempotent. */
  "sessions.putLiveForm": { params: { form: LiveForm; graph: VersionGraph | null }; result: null };
  /** Stores the texts of a version in one language, before `putLiveForm` sends the version. Idempotent. */
  "sessions.putVersionTexts": { params: VersionLanguage; result: null };
  /** Returns the forms that are live in an older revision or not at all. */
  "sessions.staleForms": {
    params: { forms: { form_id: string; revision: number }[] };
    result: { form_ids: string[] };
  };
  /** Returns counts in any order, without forms that have no sessions. */
  "sessions.countByForms": {
    params: { form_ids: string[] };
    result: { counts: FormCounts[] };
  };
  "sessions.publicForm": { params: { slug: string; query?: PublicFormQuery }; result: Tagged<JsonText<PublicForm>> };
  /** Returns the data of a respondent page. `form` is null if `known` is the current ETag. */
  "sessions.formPage": { params: { slug: string; known: string | null; lang?: string }; result: FormPage };
  /** Returns the form in the session's version, even if it is closed or deleted, because the session can continue. */
  "sessions.sessionForm": {
    params: { session_id: string; query?: PublicFormQuery };
    result: Tagged<JsonText<PublicForm>>;
  };
  /** Returns the places left of limited options. */
  "sessions.places": { params: { slug: string }; result: Places };
  /** Returns a challenge whose solution starts this session of the form. */
  "sessions.challenge": { params: { slug: string; query: ChallengeQuery }; result: Challenge };
  "sessions.start": {
    params: {
      slug: string;
      session_id: string;
      body: {
        id?: string;
        hidden?: Record<string, string>;
        language?: string;
        challenge?: string;
        resume_key?: string;
        edit_key?: string;
        link?: string;
        if_running?: boolean;
      };
      user_agent: string | null;
      /** Network address of the client. */
      client?: string;
    };
    /** `is_running`: a session of the personal link, as it is now */
    result: Started & { is_running?: true };
  };
  /** Creates links, all or none, and returns them in their order. */
  "sessions.createLinks": {
    params: { caller: Caller; slug: string; body: CreateLinksBody; base_url: string };
    result: CreatedLinks;
  };
  /** Returns these links of a form as they are now, in this order and without their addresses. */
  "sessions.linksAgain": {
    params: { caller: Caller; slug: string; ids: string[]; base_url: string };
    result: Link[];
  };
  "sessions.listLinks": {
    params: { caller: Caller; slug: string; query: LinksQuery; paging: Paging; base_url: string };
    result: Page<Link> & { counts: LinkCounts };
  };
  "sessions.revokeLink": {
    params: { caller: Caller; slug: string; id: string; query: DeleteLinkQuery };
    result: null;
  };
  "sessions.beginLinksExport": {
    params: { caller: Caller; slug: string; query: LinksExportQuery; base_url: string };
    result: { filename: string; content_type: string; cursor: string; account_id: string };
  };
  /** Returns the next text of an export. Repeated with the same cursor it reads again. */
  "sessions.linksPiece": { params: { cursor: string; bytes?: number; sessions?: number }; result: ExportPiece };
  /** Returns the next links that a mailing chooses, by id. `after`: the last one before. Links of other forms are left out. */
  "sessions.chooseLinks": {
    params: { form_id: string; choice: LinkChoice; after: string | null; limit: number };
    result: { links: MailableLink[] };
  };
  /** Returns what is true of links right now. Unknown ones are left out. */
  "sessions.linksForMail": { params: { link_ids: string[] }; result: { links: MailableLink[] } };
  /** Stores what became of links' emails. Idempotent. */
  "sessions.noteLinkMails": { params: { notes: LinkMailNote[] }; result: null };
  /** 404 for a forged token, without a read. */
  "sessions.link": { params: { token: string }; result: PublicLink };
  "sessions.next": {
    params: {
      session_id: string;
      body: { node_id: string; value?: Json; back?: boolean; language?: string };
      /** of the device. Older gateways omit it. */
      key?: string | null;
    };
    result: Next;
  };
  /**
   * Takes several steps, all or none (features §11.3). `back` holds for each. Older gateways omit `query`, and older copies of
   * sessions ignore it.
   */
  "sessions.answers": {
    params: {
      session_id: string;
      body: { answers: { node_id: string; value?: Json }[]; back?: boolean; language?: string };
      query?: AnswersQuery;
      /** of the device. Older gateways omit it. */
      key?: string | null;
    };
    result: AnswersTaken;
  };
  /** Older gateways omit the body, and older copies of sessions ignore it. */
  "sessions.complete": { params: { session_id: string; body?: CompleteBody }; result: Completed };
  /** Runs joined calls and returns their outcomes in order (shared/bus/batchedCalls.ts). */
  "sessions.joined": { params: { calls: BatchedCall[] }; result: BatchedOutcome[] };
  "sessions.resume": { params: { session_id: string }; result: Resumed };
  /**
   * Emails a link to finish a session later (wants §23). Says nothing about the session, its key or the limits. `client`: network
   * address of the client.
   */
  "sessions.askResume": {
    params: { session_id: string; body: AskResumeBody; key: string | null; client: string; base_url: string };
    result: null;
  };
  /** Opens such a link, once. 404 if it was used or has expired. */
  "sessions.openResume": { params: { body: OpenResumeBody }; result: ResumedWithAnswers };
  /** Deletes a session permanently (decisions §6). 404 if the form has no such session. `by`: for the audit log, with the form's title */
  "sessions.erase": {
    params: { form_id: string; session_id: string; by?: { caller: Caller; title: string } };
    result: null;
  };
  /**
   * Corrects the answers of a completed or abandoned session (features §18.1). 400 `answers.<node_id>: …` for a refused value, 404 if the
   * form has no such session, 409 while it is in progress, at revision 100, and if `revision` isn't the newest.
   */
  "sessions.correct": {
    params: {
      form_id: string;
      session_id: string;
      body: CorrectBody;
      editor: Editor;
      /** for the audit log, with the form's title */
      by?: { caller: Caller; title: string };
    };
    /** The newest revision. `edited_at` is null before the first correction. */
    result: { revision: number; edited_at: string | null };
  };
  /**
   * Answers that a respondent can change, or changes them (features §18.1). 403 without the session's key, 409 if the window is over or
   * the form is off. A refused answer as in `sessions.correct`.
   */
  "sessions.editable": { params: { session_id: string; key: string | null }; result: Editable };
  "sessions.edit": { params: { session_id: string; key: string | null; body: EditBody }; result: Editable };
  /** Replaces the annotations of a session. 404 if the form has no such session. `by`: for the audit log, with the form's title */
  "sessions.annotate": {
    params: { form_id: string; session_id: string; body: AnnotateBody; by: { caller: Caller; title: string } };
    result: Annotations;
  };
  /** Returns a session's corrections, oldest first. 404 if the form has no such session. */
  "sessions.history": { params: { form_id: string; session_id: string }; result: { revisions: History } };
  /** Returns the corrections after a revision that fit in so many bytes, at least one. `next`: the last one, null at the end. */
  "sessions.historyPiece": {
    params: { form_id: string; session_id: string; after: number; bytes: number };
    result: { revisions: History; next: number | null };
  };
  /** Leases up to `limit` events for 30 s. Returns fewer if they are large (a message is ≤ 1 MB). */
  "sessions.claimEvents": { params: { consumer: string; limit: number }; result: { events: ClaimedEvent[] } };
  /** Returns in how many ms the next event is due that is leased or has failed, or null. Others can be claimed now. */
  "sessions.nextEvent": { params: Record<string, never>; result: { due_ms: number | null } };
  "sessions.acknowledgeEvents": { params: { ids: string[] }; result: null };
  "sessions.failEvent": { params: { id: string; error: string }; result: null };
  /**
   * Returns a position in the sequence of all events, without a clock. Events of requests that start after this call have a
   * larger position; events of requests answered before it have a smaller one. `form_id`: the form that is being attached, whose
   * events are kept for integrations from now on. Older copies of integrations omit it, and then the events of all forms are kept.
   */
  "sessions.eventPosition": { params: { form_id?: string }; result: { position: number } };
  /**
   * Reports the forms with attachments. `others`: all other forms have none, may have some, or follow in the next call. Events of
   * forms without attachments aren't kept for integrations once the report is complete (`are_known`).
   */
  "sessions.noteAttachedForms": {
    params: { form_ids: string[]; others: "none" | "unknown" | "follow" };
    result: { are_known: boolean };
  };
  /** Returns changes that analytics hasn't acknowledged, oldest first. Several copies may get the same. */
  "sessions.changes": { params: { limit: number }; result: { changes: SessionChange[] } };
  "sessions.acknowledgeChanges": { params: { ids: string[] }; result: null };
  /** 404 if the session doesn't exist. */
  "sessions.locate": { params: { session_id: string }; result: { form_id: string } };
  /** Renews a reservation during the upload. Otherwise it expires. */
  "sessions.renewFile": { params: ReservedFile; result: null };
  /** Reserves storage for a file if the node is on the session's path (decisions §5). Its bytes don't cross the bus. */
  "sessions.reserveFile": {
    /** `key`: of the device. Older gateways omit it. */
    params: { session_id: string; file_id: string; url: string; query: UploadQuery; key?: string | null };
    result: FileReservation;
  };
  "sessions.commitFile": {
    params: ReservedFile & { name: string; size: number; content_type: string };
    result: UploadedFile;
  };
  "sessions.releaseFile": { params: ReservedFile; result: null };
  "sessions.removeFile": { params: { session_id: string; id: string }; result: null };
  /** Reserves storage for a file of responses (wants §25). Its bytes don't cross the bus. */
  "sessions.reserveImport": { params: { caller: Caller; slug: string; import_id: string }; result: FileReservation };
  "sessions.renewImport": { params: { id: string }; result: null };
  "sessions.releaseImport": { params: { id: string }; result: null };
  /** Checks a file that has arrived, and queues it unless it is a dry run. Takes up to a minute. */
  "sessions.importResponses": {
    params: { caller: Caller; slug: string; id: string; mapping: string | null; query: ImportResponsesQuery };
    result: ResponseImport | CheckedImport;
  };
  "sessions.listImports": { params: { caller: Caller; slug: string; paging: Paging }; result: Page<ResponseImport> };
  "sessions.getImport": { params: { caller: Caller; slug: string; id: string }; result: ResponseImport };
  "sessions.cancelImport": {
    params: { caller: Caller; slug: string; id: string; query: DeleteImportQuery };
    /** the import while its responses are being erased */
    result: ResponseImport | null;
  };
  /** Returns whether responses are being imported into a form, which then can't be moved. */
  "sessions.isImporting": { params: { form_id: string }; result: { is_importing: boolean } };
  /** `caller` is null for a signed link, checked by `query` */
  "sessions.openFile": { params: { caller: Caller | null; id: string; query: FileQuery }; result: OpenedFile };
  /** names of a session's stored files by URL */
  "sessions.fileNames": { params: { session_id: string }; result: { names: Record<string, string> } };
  /** Deletes a part of the data of an account's forms. `form_ids`: all of them, until `forgetAccount`. */
  "sessions.eraseAccount": { params: { account_id: string }; result: { erased: number; form_ids: string[] } };
  "sessions.forgetAccount": { params: { account_id: string }; result: null };
  "sessions.clientOf": { params: { session_id: string }; result: { client: string | null } };
  /** Returns the nodes of a form whose answers can identify someone, as of its newest version (wants §21.5). */
  "sessions.personalNodes": { params: { form_id: string }; result: { node_ids: string[] } };
  /**
   * With `language`, the graph is in it, `title` is the form's in it with the original, and `untranslated` has the keys of texts
   * that stay in the form's own language. The result's `language` is the form's own. Older copies leave parts out.
   */
  "sessions.versionGraph": {
    params: { form_id: string; version_number: number; language?: string };
    result: {
      graph: Graph | null;
      title?: { text: string; source: string } | null;
      untranslated?: string[];
      language?: string | null;
      /** of the form; absent from copies of the previous release */
      theme?: MailTheme;
    };
  };
}
