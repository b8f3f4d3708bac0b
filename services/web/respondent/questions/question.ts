import type { FunctionComponent } from "preact";
import type { ShownCalculation } from "../../../../shared/domain/graph/shapes/calculation.ts";
import type { GraphNode, Json } from "../../../../shared/domain/graph/types.ts";
import type { QuestionType, Refusal } from "../../../../shared/domain/questions/question.ts";
import type { PageState, Respondent } from "../walk/state.ts";

/**
 * The contract between the respondent page and the questions.
 *
 * The page renders one `QuestionView` (questionView.tsx) for the current node. It shows heading, description, error, the
 * type's component from table.ts, and its children: the page's buttons.
 *
 * The value is always one that the API accepts (decisions §4.1), or a text that the question's check refuses: a number field
 * with "1-" has the value "1-". So half-typed values are kept without a second format, and `CompiledQuestion.check` is the
 * only rule. `null` means no answer.
 *
 * On Continue, the page checks the value and passes a refusal as `error`, in the words of `problemText`
 * (problemText.ts). The view then focuses the invalid field.
 */
export interface QuestionViewProps {
  /** title and description with recalls filled in */
  node: GraphNode;
  value: Json;
  /** why the value is refused, in words for respondents; null if it is accepted or wasn't checked yet */
  error: string | null;
  /** the error is the owner's message, which can have emphasis and links */
  isOwnError?: boolean | undefined;
  /** index of the row and key of the field that the error is about, in an answer of rows */
  invalidAt?: Refusal["at"];
  /** BCP 47, for numbers and dates */
  language: string;
  /** Nothing can be changed while the service decides. */
  isDisabled?: boolean;
  /**
   * True moves the focus when the question appears: to the field or group with a mouse, to the heading on a touch screen. False
   * on the first screen, where the respondent may be typing or have scrolled.
   */
  takesFocus: boolean;
  /** Identifies this respondent, such as the session ID, so that shuffled options keep their order. */
  seed?: string;
  /** uploaded files by URL, so that their names show after a reload */
  files?: Readonly<Record<string, UploadedFile>>;
  upload: Upload;
  /** state of an end screen */
  end?: EndState;
  /** questions that are shown together, for a node of type `page` */
  page?: Omit<AskedPage, "Question"> | null;
  /** `isDropped`: takes out what was refused, and the error stays. */
  onChange(value: Json, isDropped?: boolean): void;
  /** Called on Enter, or 300 ms after a click on a single answer. */
  onContinue(): void;
  /** Called when uploads start and end. The page disables Continue during uploads. */
  onBusy?(isBusy: boolean): void;
}

/** Props of a type's component: the view's props and what the view derives from them. */
export interface QuestionProps<Config extends object = Record<string, unknown>>
  extends Omit<QuestionViewProps, "node" | "takesFocus" | "page"> {
  page?: AskedPage | null | undefined;
  /** of the node, for the keys of its texts (marks.ts) */
  nodeId: string;
  /** whether an option has no places left (places/); absent without limits */
  isFull?: ((value: Json) => boolean) | undefined;
  /** with defaults filled in (decisions §4.1) */
  config: Config;
  /** without them, because the page says default texts in its own words */
  ownConfig?: Partial<Config> | undefined;
  isRequired: boolean;
  /** IDs of elements that name and describe the field or group */
  labels: { title: string; describedBy: string | undefined };
  isInvalid: boolean;
  /** draws the answer of another type, for a question that consists of several */
  Answer: FunctionComponent<AnswerProps>;
  /** A click completed the answer. The page continues after 300 ms, unless something else happens first. Absent on a page. */
  onAnswered?: () => void;
}

/** Props of an answer of any type. Only its own component reads the config. */
export type AnswerProps = QuestionProps & { type: ShownType };

/** Type of the shown node. `page`: several questions of a form. `drawing`: a question for files that takes a drawing. */
export type ShownType = QuestionType | "page" | "drawing";

/** Returns what shows a node. */
export const shownType = ({ question_type: type, data }: Shown): ShownType =>
  (data?.config as { input?: unknown } | undefined)?.input === "draw" ? "drawing" : (type as ShownType);

/** Returns what shows a node and its fields, if it has any. */
export const shownTypes = (node: Shown): ShownType[] =>
  [node, ...((node.data?.config as { fields?: Shown[] } | undefined)?.fields ?? [])].map(shownType);

interface Shown {
  question_type: string;
  /** absent for a field */
  data?: { config?: object };
}

export interface AskedPage extends PageState {
  enter: Respondent["enter"];
  upload: Respondent["upload"];
  /** draws a question (questionView.tsx) */
  Question: FunctionComponent<PartsProps>;
}

export interface PartsProps
  extends Omit<QuestionProps, "nodeId" | "config" | "ownConfig" | "isRequired" | "isInvalid" | "labels" | "Answer"> {
  node: GraphNode;
  /** a question of a page is one level below */
  Heading: "h1" | "h2";
  /** True on a page that also has optional questions. Otherwise, the optional ones are marked. */
  marksRequired?: boolean;
}

/** The reply to an upload (decisions §5). */
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

/** `onProgress`: 0 to 1. The result of an aborted upload is ignored. */
export type Upload = (file: File, onProgress: (part: number) => void, signal: AbortSignal) => Promise<UploadResult>;

export interface EndState {
  /** the service has accepted `complete`, so the page may redirect */
  isCompleted: boolean;
  isOffline?: boolean;
  /** null if the end screen doesn't show it (decisions §5) */
  totalScore: number | null;
  /** maximum of the answered path; null if there is none */
  maxScore: number | null;
  /** of the end screen; absent until `isCompleted`, or without any */
  calculations?: readonly ShownCalculation[];
  onRedirect(url: string): void;
}
