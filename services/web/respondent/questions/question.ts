import type { GraphNode, Json } from "../../../../shared/domain/graph/types.ts";
import type { QuestionType } from "../../../../shared/domain/questions/question.ts";

/**
 * How the respondent's page and the questions speak with each other.
 *
 * The page renders one `QuestionView` (questionView.tsx) for the node that is shown, with the props below. It renders the
 * heading, the description, the error, the type's own component out of the table (table.ts), and below them its children:
 * the page's Back and Continue.
 *
 * The value is at all times what the API would take (decisions §4.1), or a text that the question's own check refuses:
 * a number's field that says "1-" has the value "1-". So what is half typed is kept by whoever keeps the value, there is
 * no second form of an answer, and no rule but `CompiledQuestion.check`. `null`: nothing is answered.
 *
 * On Continue the page checks the value. What the check refuses it shows as `error`, in the words of `problemText`
 * (strings/en/problems.ts); the view then moves the focus to the field that is wrong.
 */
export interface QuestionViewProps {
  /** its title and description with recalls filled in */
  node: GraphNode;
  value: Json;
  /** why the value is no answer, in a respondent's words; null: nothing is wrong, or nobody has asked yet */
  error: string | null;
  /** BCP 47: whose decimal sign and dates are shown */
  language: string;
  /** Nothing can be changed for the moment: the answer is with the server. */
  isDisabled?: boolean;
  /**
   * Where the focus goes when the question appears: `question` to the field or group with a mouse, to the heading on a
   * touch screen; `none` where nobody asked for it, as on a page's first question inside another page.
   */
  focus: "question" | "none";
  /** Names this respondent, such as the session's id: shuffled options keep their order as long as it stays. */
  seed?: string;
  /** files of this session that were uploaded, by URL: their names are shown after a reload too */
  files?: Readonly<Record<string, UploadedFile>>;
  upload: Upload;
  /** of an end screen: what became of the session */
  end?: EndState;
  onChange(value: Json): void;
  /** The respondent wants to go on: a key, or 300 ms after a pointer's click on a single answer. */
  onContinue(): void;
  /** Files are on their way: the page holds its Continue back. */
  onBusy?(isBusy: boolean): void;
}

/** What a type's component gets: the view's props, and what the view has made of them. */
export interface QuestionProps<Config extends object = Record<string, unknown>>
  extends Omit<QuestionViewProps, "node" | "focus"> {
  /** with the defaults of decisions §4.1 filled in */
  config: Config;
  isRequired: boolean;
  /** ids of elements that name and describe the field or group */
  labels: { title: string; describedBy: string | undefined };
  isInvalid: boolean;
  /** A pointer's click gave the whole answer: the page moves on after 300 ms, unless something else happens before. */
  onAnswered(): void;
}

export type { QuestionType };

/** As decisions §5 answers an upload. */
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

/** `onProgress`: the part that is sent, 0 to 1. An aborted upload may settle with any result: nobody looks at it. */
export type Upload = (file: File, onProgress: (part: number) => void, signal: AbortSignal) => Promise<UploadResult>;

export interface EndState {
  /** `complete` has answered: only then does a page redirect */
  isCompleted: boolean;
  /** null where the end screen does not show it (decisions §5) */
  totalScore: number | null;
  onRedirect(url: string): void;
}
