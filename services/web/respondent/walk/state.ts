import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import type { ShownCalculation } from "../../../../shared/domain/graph/shapes/calculation.ts";
import type { GraphNode, Json } from "../../../../shared/domain/graph/types.ts";
import type { Refusal } from "../../../../shared/domain/questions/question.ts";
import type { Notice } from "./notice.ts";

/**
 * The respondent page without the DOM. `state()` returns the same object until something changes. Then listeners are called,
 * and it returns a new one.
 */
export interface Respondent {
  state(): RespondentState;
  /** Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;

  /**
   * Stores a typed or chosen value, even across reloads. The first one starts the session. Each action names its node, so
   * that a late or repeated one for another node does nothing. `isDropped`: the page takes out what was refused, and the error stays.
   */
  enter(nodeId: string, value: Json, isDropped?: boolean): void;
  /** Checks, stores and sends the entered value, and shows the next node. */
  answer(nodeId: string): void;
  back(): void;
  /** Sends the answers of the screen `review`. */
  send(): void;
  /** Moves to a node of `path`, for the browser's Back and Forward. Ignores other nodes. */
  goTo(nodeId: string): void;

  /** Resumes the stored session, or starts a new one. A completed page can start again too. */
  resume(): void;
  startAgain(): void;
  /** Takes over the session from another tab. */
  continueHere(): void;
  /** Sends unsent answers now instead of at `retryAt`. */
  retryNow(): void;

  /** Uploads a file to this question once earlier answers are sent. The answer then names the file's `url`. */
  upload(nodeId: string, file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<UploadResult>;

  /** Stops timers and listeners and releases the lock. */
  close(): void;
}

/**
 * - `loading`     the session's form is loading
 * - `node`        a question or welcome screen
 * - `review`      all answers, before they are sent: `goTo` or `send`
 * - `sending`     the last answers are given, but not all are sent
 * - `end`         an end screen, see `end`; the completion is sent, or waits for the network
 * - `resume`      an earlier session is stored: `resume` or `startAgain`
 * - `elsewhere`   the session is open in another tab: `continueHere`
 * - `closed`, `not_open`, `over_limit`, `not_found`   see `message` and `opensAt`; stored answers are kept
 * - `link`        the personal link doesn't open the form, see `linkNotice`
 * - `deleted`     the owner deleted the session, and its answers are gone: `startAgain`
 * - `late`        the answers of the completed session can no longer change. `message`: until when they could, an ISO timestamp
 * - `unsupported` this page doesn't know the form's schema version
 */
export type Screen =
  | "loading"
  | "node"
  | "review"
  | "sending"
  | "end"
  | "resume"
  | "elsewhere"
  | "closed"
  | "not_open"
  | "over_limit"
  | "not_found"
  | "link"
  | "deleted"
  | "late"
  | "unsupported";

export interface RespondentState {
  screen: Screen;
  /** of the session's version */
  form: PublicForm | null;
  /** With recalls filled in. Null unless the screen is `node` or `end`. A page of questions is a node of type `page`. */
  node: GraphNode | null;
  /** questions that are shown together, or null */
  page: PageState | null;
  /** The session is completed, and its answers change. */
  isEditing?: boolean;
  /** entered or answered value, or null */
  value: Json;
  /** why the value is refused; null if it is accepted or wasn't checked yet */
  error: Refusal | null;
  /** the service has another answer to this question, so the respondent must confirm this one */
  isConflict: boolean;
  /** the service is deciding on the next node, and nothing can be changed */
  isWaiting: boolean;
  /** 0 to 1, never falls during a session */
  progress: number;
  /**
   * Number of the question, or of the first and last one of a page, and about how many this path has. Null on other screens, and
   * for a form of one question.
   */
  count: { number: number; last: number; total: number } | null;
  canGoBack: boolean;
  /** Nodes visited so far, and the index of the current one. A page is there as its first node. */
  path: readonly string[];
  position: number;
  /** answers that the service hasn't confirmed, and when the oldest was queued (ms since 1970) */
  unsent: { count: number; since: number | null };
  /** time of the next attempt (ms since 1970); null if one is in flight or none failed */
  retryAt: number | null;
  isOffline: boolean;
  /** answers survive a reload; false in a kiosk, or if storage is missing or full */
  isKept: boolean;
  phase: "new" | "started" | "completed";
  /** made by this page before the session starts, and the same until it ends */
  sessionId: string | null;
  /** secret of this device, to ask for a link to finish later */
  resumeKey: string | null;
  /** another device answers too, by the same personal link */
  isShared: boolean;
  /** uploaded files by URL */
  files: Readonly<Record<string, UploadedFile>>;
  /** Returns the questions of the path with their answers, on the screens `review` and `end`. */
  given?(): GivenAnswer[];
  /** on the screen `end` */
  end: EndState | null;
  message: string | null;
  /** ISO timestamp */
  opensAt: string | null;
  /** why the personal link doesn't open its form */
  linkNotice: Notice | null;
}

/** An answer as its respondent reads it. */
export interface GivenAnswer {
  /** with recalls filled in */
  node: GraphNode;
  /** "" without an answer */
  text: string;
  /** null without one */
  answer: Json;
  /** this device can show the question */
  canChange: boolean;
}

export interface PageState {
  node: GraphNode;
  questions: readonly PageQuestion[];
  /** when refused answers were last checked (ms since 1970), or null */
  refusedAt: number | null;
}

/** A question of a page, with recalls and options by the answers before it. */
export interface PageQuestion {
  node: GraphNode;
  value: Json;
  /** its value is a valid answer */
  isAnswered: boolean;
  error: Refusal | null;
}

export interface EndState {
  /** the service has accepted `complete` */
  isCompleted: boolean;
  /** null until `isCompleted`, or if the end screen doesn't show it (decisions §5) */
  totalScore: number | null;
  /** maximum of the answered path; null if there is none */
  maxScore: number | null;
  /** Calculations of the end screen. Absent until `isCompleted`, or without any. */
  calculations?: readonly ShownCalculation[];
}

export interface UploadedFile {
  url: string;
  name: string;
  /** bytes */
  size: number;
}

/** `storage`: the form's file storage is full. `failed`: no network, or another error. */
export type UploadResult =
  | { ok: true; file: UploadedFile }
  | { ok: false; reason: "type" | "size" | "empty" | "count" | "storage" | "rate" | "failed" };
