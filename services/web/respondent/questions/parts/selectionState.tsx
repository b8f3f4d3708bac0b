import type { Option } from "../../../../../shared/domain/questions/config/options.ts";
import * as words from "../../../strings/en/choices.ts";
import type { QuestionProps } from "../question.ts";
import { type Choices, canToggle, textsOf, together, toggled } from "../selections.ts";

/** What is chosen among options, and what a click on one makes of it. */
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
    isBlocked: (option: string) => isDisabled || !canToggle(chosen, option, choices),
    toggle(option: string) {
      if (!isDisabled) onChange(toggled(chosen, option, choices));
    },
  };
}

/** "2 of 3 chosen", read out as it changes; with the limit reached, why nothing more can be chosen. */
export function SelectionCount({ count, most }: { count: number; most: number | null }) {
  return (
    <p class="question-hint" dir="auto" lang="en" role="status">
      {count > 0 && words.chosen(count, most)}
      {most !== null && count >= most && ` – ${words.limitReached(most)}`}
    </p>
  );
}
