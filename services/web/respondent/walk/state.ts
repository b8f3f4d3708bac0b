import type { GraphNode, Json } from "../../../../shared/domain/graph/types.ts";
import type { Refusal } from "../../../../shared/domain/questions/question.ts";
import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";

/**
 * What the respondent's page shows and what it may do: all of a respondent but the DOM. `state()` gives the same object
 * until something changes; then every listener is called, and it gives a new one.
 */
export interface Respondent {
  state(): RespondentState;
  /** Gives the function that ends it. */
  subscribe(listener: () => void): () => void;

  /**
   * What is typed or chosen in a question; kept, a reload included. The first one starts the session. Each action names its
   * node: a late or doubled one about a node that is not shown any more changes nothing there.
   */
  enter(nodeId: string, value: Json): void;
  /** Continue, and a welcome screen's button: the entered value is checked, kept and sent, and the next node shows. */
  answer(nodeId: string): void;
  back(): void;
  /** To a node of `path`, as a browser's Back and Forward do; others change nothing. */
  goTo(nodeId: string): void;

  /** Screen `resume`: on with what is kept, or a new session without it. A finished page may start again too. */
  resume(): void;
  startAgain(): void;
  /** Screen `elsewhere`: takes the session over from the other tab. */
  continueHere(): void;
  /** Sends what is unsent at once, for whoever does not want to wait until `retryAt`. */
  retryNow(): void;

  /** To that question, when all earlier answers have arrived; its answer then names the file's `url`. */
  upload(nodeId: string, file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<UploadResult>;

  /** Ends timers, listeners and the lock: the page is gone. */
  close(): void;
}

/**
 * - `loading`     the form of the session is on its way
 * - `node`        a question or welcome screen
 * - `end`         an end screen: `end` says what became of the session
 * - `resume`      an earlier session is kept: `resume` or `startAgain`
 * - `elsewhere`   the session is open in another tab: `continueHere`
 * - `closed`, `not_open`, `over_limit`, `not_found`   `message` and `opensAt` say more; answers that are kept stay kept
 * - `deleted`     the form's owner has deleted the session, and nothing is kept of it: `startAgain`
 * - `unsupported` the form is of a kind that this page does not know
 */
export type Screen =
  | "loading"
  | "node"
  | "end"
  | "resume"
  | "elsewhere"
  | "closed"
  | "not_open"
  | "over_limit"
  | "not_found"
  | "deleted"
  | "unsupported";

export interface RespondentState {
  screen: Screen;
  /** that of the session's version */
  form: PublicForm | null;
  /** its title and description with recalls filled in; null but on the screens `node` and `end` */
  node: GraphNode | null;
  /** what is entered or was answered there; null: nothing */
  value: Json;
  /** why the value is no answer, as the check or the service says it; null: nothing is wrong, or nobody has asked yet */
  error: Refusal | null;
  /** the service has another answer to this question than this page: the respondent confirms the one that is shown */
  isConflict: boolean;
  /** the answer is with the service, which decides on the next node: nothing can be changed */
  isWaiting: boolean;
  /** 0 to 1; never falls while a session lasts */
  progress: number;
  canGoBack: boolean;
  /** the nodes handed out so far, and which of them is shown */
  path: readonly string[];
  position: number;
  /** answers that the service has not confirmed, and since when (ms since 1970) the oldest waits */
  unsent: { count: number; since: number | null };
  /** when the next attempt is made (ms since 1970); null while one is under way or nothing failed */
  retryAt: number | null;
  isOffline: boolean;
  /** a reload would find everything again; false in a kiosk, without storage, or when it is full */
  isKept: boolean;
  phase: "new" | "started" | "completed";
  /** made by this page; the same one as long as the session lasts, before its start too */
  sessionId: string | null;
  /** of the uploaded files, by their URL */
  files: Readonly<Record<string, UploadedFile>>;
  /** of the screen `end` */
  end: EndState | null;
  message: string | null;
  /** ISO timestamp */
  opensAt: string | null;
}

export interface EndState {
  /** `complete` has answered */
  isCompleted: boolean;
  /** null where the end screen does not show it, and until `isCompleted` (decisions §5) */
  totalScore: number | null;
  /** null where there is none, and until `isCompleted` */
  redirect: { url: string; delaySeconds: number } | null;
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
