import * as words from "../../../strings/en/choices.ts";
import { focusField } from "../focus.ts";
import type { QuestionProps } from "../question.ts";

interface Props {
  question: QuestionProps;
  isShown: boolean;
  onClear(): void;
}

/** Clears the answer of an optional question. A click on the chosen card can't, because it continues. */
export function ClearButton({ question: { isRequired, isDisabled }, isShown, onClear }: Props) {
  if (isRequired || isDisabled || !isShown) return null;
  return (
    <button
      type="button"
      class="link-button"
      lang="en"
      onClick={({ currentTarget }) => {
        // the button disappears and loses the focus
        const form = currentTarget.form;
        onClear();
        if (form) focusField(form);
      }}
    >
      {words.clearAnswer}
    </button>
  );
}

/** Says that a click continues, and which keys answer. */
export function ChoiceHint({ keys }: { keys: string }) {
  return (
    <p class="question-hint" dir="auto" lang="en">
      {words.continuesOnClick} <span class="key-hint">{keys}</span>
    </p>
  );
}
