import { focusOn } from "../questions/focus.ts";
import type { Respondent, RespondentState } from "../walk/state.ts";
import { words, wordsLang } from "../words.ts";
import { AnswerList } from "./answerList.tsx";
import { keepAsItIs, saved } from "./editing.ts";

interface Props {
  state: RespondentState;
  respondent: Respondent;
  takesFocus: boolean;
  storedAs: string;
}

/** The question that was opened from the list. Its button takes the focus when the list is back. */
let changed: string | null = null;

/** All answers of the path before they are sent (wants §21.2), or before a completed session changes (features §18.1). */
export function Review({ state, respondent, takesFocus, storedAs }: Props) {
  const { review, changes } = words;
  const { isEditing } = state;
  const answers = state.given?.() ?? [];
  const focused = takesFocus && answers.find(({ node }) => node.id === changed)?.node.id;
  return (
    <form
      id="question"
      class="question"
      onSubmit={(event) => {
        event.preventDefault();
        if (isEditing) saved.session = state.sessionId;
        respondent.send();
      }}
    >
      <h1
        class="question-title"
        lang={wordsLang()}
        tabIndex={-1}
        ref={takesFocus && !focused ? focusOn : null}
        data-heading
      >
        {isEditing ? changes.title : review.title}
      </h1>
      <p class="question-description" dir="auto" lang={wordsLang()}>
        {isEditing ? changes.text : review.text}
      </p>
      <AnswerList
        answers={answers}
        focused={focused || undefined}
        language={state.form?.form.language ?? "en"}
        onChange={(nodeId) => {
          changed = nodeId;
          respondent.goTo(nodeId);
        }}
      />
      <div class="page-actions" lang={wordsLang()}>
        <button type="submit" class="button">
          {isEditing ? changes.save : review.send}
        </button>
        {isEditing && (
          <button type="button" class="button button-quiet" onClick={() => keepAsItIs(storedAs)}>
            {changes.keep}
          </button>
        )}
      </div>
    </form>
  );
}
