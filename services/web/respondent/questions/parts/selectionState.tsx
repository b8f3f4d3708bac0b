import type { Option } from "../../../../../shared/domain/questions/config/options.ts";
import { counted, words, wordsLang } from "../../words.ts";
import type { QuestionProps } from "../question.ts";
import { type Choices, canToggle, textsOf, together, toggled } from "../selections.ts";

/** The chosen options, and how a click changes them. */
export function selectionOf(question: QuestionProps, options: readonly Option[], max: number) {
  const { value, onChange, isDisabled = false } = question;
  const choices: Choices = {
    values: options.map((option) => option.value),
    exclusive: new Set(options.filter(({ exclusive }) => exclusive).map((option) => option.value)),
    max,
  };
  const chosen = textsOf(value);
  return {
    chosen,
    choices,
    count: together(chosen, choices.exclusive),
    isBlocked: (option: string) =>
      isDisabled || (question.isFull?.(option) && !chosen.includes(option)) || !canToggle(chosen, option, choices),
    toggle(option: string) {
      if (!isDisabled) onChange(toggled(chosen, option, choices));
    },
  };
}

/** Announces how many are chosen, and at the limit how to choose others. The question's hint says the limit. */
export function SelectionCount({ count, max }: { count: number; max: number | null }) {
  return (
    <p class="question-hint" dir="auto" lang={wordsLang()} role="status">
      {count > 0 && counted(max !== null && count >= max ? words.choices.limitReached : words.choices.chosen, count)}
    </p>
  );
}
