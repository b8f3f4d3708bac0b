import { words, wordsLang } from "../../words.ts";
import { focusField } from "../focus.ts";
import type { QuestionProps } from "../question.ts";

interface Props {
  question: QuestionProps;
  isAnswered: boolean;
  /** "Other" is open, where a click doesn't continue */
  isOther?: boolean;
  onClear(): void;
}

/** Says that a click continues. Clears the answer of an optional question, because a click on the chosen card continues. */
export function ChoiceFoot({ question: { isRequired, isDisabled, onAnswered }, isAnswered, isOther, onClear }: Props) {
  return (
    <p class="question-hint choice-foot" lang={wordsLang()}>
      {onAnswered && !isOther && !isAnswered && <span dir="auto">{words.choices.continuesOnClick}</span>}
      {!isRequired && !isDisabled && isAnswered && (
        <button
          type="button"
          class="link-button"
          onClick={({ currentTarget }) => {
            // the button disappears and loses the focus
            const question = currentTarget.closest(".record-field, .asked, form");
            onClear();
            if (question) focusField(question);
          }}
        >
          {words.choices.clear}
        </button>
      )}
    </p>
  );
}
