import type { Ref } from "preact";
import { words } from "../../words.ts";
import type { QuestionProps } from "../question.ts";

interface Props {
  fieldRef?: Ref<HTMLInputElement>;
  question: Pick<QuestionProps, "labels" | "isInvalid" | "isDisabled">;
  text: string;
  onChange(text: string): void;
}

/** The text field of "Other". */
export function OtherField({ fieldRef, question: { labels, isInvalid, isDisabled }, text, onChange }: Props) {
  return (
    <input
      ref={fieldRef}
      class="field field-other"
      type="text"
      dir="auto"
      enterKeyHint="next"
      aria-label={words.choices.otherAnswer}
      aria-describedby={labels.describedBy}
      aria-invalid={isInvalid || undefined}
      readOnly={isDisabled}
      data-other
      placeholder={words.choices.otherPlaceholder}
      value={text}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
