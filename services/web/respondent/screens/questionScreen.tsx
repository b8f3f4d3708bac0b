import { useEffect, useState } from "preact/hooks";
import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { defaults } from "../../../../shared/domain/questions/defaults.ts";
import type { QuestionType } from "../../../../shared/domain/questions/question.ts";
import { marked } from "../marks.ts";
import type { Refused } from "../questions/problemText.ts";
import { QuestionView } from "../questions/questionView.tsx";
import type { Respondent, RespondentState } from "../walk/state.ts";
import { fill, numeral, words, wordsLang } from "../words.ts";

interface Props {
  state: RespondentState;
  respondent: Respondent;
  takesFocus: boolean;
  /** leaves the page */
  onRedirect(url: string): void;
}

/** A welcome screen, question or end screen with its buttons. */
export function QuestionScreen({ state, respondent, takesFocus, onRedirect }: Props) {
  const [isUploading, setUploading] = useState(false);
  const { node, value, form, isWaiting, files, end, count } = state;
  const language = form?.form.language ?? "en";
  const error = useProblemText(refusedAt(state));
  if (!node) return null;
  const isWelcome = node.question_type === "welcome_screen";
  const label = isWaiting || !isWelcome ? null : buttonText(node);
  const nodeId = state.path[state.position] ?? "";
  const [before, after] = words.page.orPress.split("{key}");
  return (
    <QuestionView
      node={node}
      value={value}
      error={error}
      isOwnError={state.error?.reason === "rule"}
      invalidAt={state.error?.at}
      language={language}
      isDisabled={isWaiting}
      takesFocus={takesFocus}
      {...(state.sessionId !== null && { seed: state.sessionId })}
      files={files}
      upload={(file, onProgress, signal) => respondent.upload(nodeId, file, onProgress, signal)}
      {...(end && { end: { ...end, isOffline: state.isOffline, onRedirect } })}
      above={
        <span class="visually-hidden" {...(count ? { lang: wordsLang() } : marked("title"))}>
          {count ? countText(count) : form?.form.title}
        </span>
      }
      page={state.page && { ...respondent, ...state.page }}
      onChange={(...changed) => respondent.enter(nodeId, ...changed)}
      onContinue={() => !isUploading && respondent.answer(nodeId)}
      onBusy={setUploading}
    >
      {state.isConflict && (
        <p class="page-conflict" lang={wordsLang()} role="status">
          {words.page.conflict}
        </p>
      )}
      {state.screen === "node" && (
        <div class="page-actions">
          <button
            type="submit"
            class="button"
            lang={label === null ? wordsLang() : marked(`${node.id}.button_text`)?.lang}
            disabled={isUploading}
            aria-busy={isWaiting}
          >
            {label ?? (isWaiting ? words.page.saving : isWelcome ? words.page.start : words.page.continue)}
          </button>
          {entersBy(node) && (
            <span class="enter-hint key-hint" dir="auto" lang={wordsLang()}>
              {before}
              <kbd>{entersBy(node)}</kbd>
              {after}
            </span>
          )}
        </div>
      )}
    </QuestionView>
  );
}

/** Returns the number of the question. A page has the numbers of its first and last question. */
export function countText({ number, last, total }: NonNullable<RespondentState["count"]>): string {
  const values = { first: numeral(number), last: numeral(last), total: numeral(total) };
  return fill(number === last ? words.page.question : words.page.questions, values);
}

/** Returns the owner's button text of a welcome screen. */
function buttonText(node: GraphNode): string | null {
  const named = node.data.config?.button_text;
  return typeof named === "string" && named.trim() ? named : null;
}

/** Returns the key that continues from the answer, or null if Enter acts on it instead. */
function entersBy({ question_type: type }: GraphNode): string | null {
  if (type === "long_text" || type === "page" || type === "records") return words.page.ctrlEnter;
  return type === "file_upload" || type === "ranking" ? null : words.page.enter;
}

function refusedAt({ node, error }: RespondentState): Refused | null {
  if (!node || !error) return null;
  const type = node.question_type as QuestionType;
  return { type, config: { ...defaults[type], ...node.data.config }, refusal: error };
}

type ProblemText = typeof import("../questions/problemText.ts").problemText;
let problemText: ProblemText | null = null;

/** Loads the code of errors after the first question, because no error shows before the first answer. */
function useProblemText(refused: Refused | null): string | null {
  const [loaded, setLoaded] = useState(problemText !== null);
  useEffect(() => {
    if (loaded) return;
    import("../questions/problemText.ts").then(
      (code) => {
        problemText = code.problemText;
        setLoaded(true);
      },
      () => undefined,
    );
  }, [refused !== null]);
  if (!refused) return null;
  return problemText ? problemText(refused) : refused.refusal.message;
}
