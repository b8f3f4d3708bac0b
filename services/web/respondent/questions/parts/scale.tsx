import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { wordsLang } from "../../words.ts";
import { typedDigit } from "../keys.ts";
import type { QuestionProps } from "../question.ts";
import { ChoiceFoot } from "./choiceFoot.tsx";
import { groupAttributes } from "./fieldAttributes.ts";
import { useRadios } from "./radios.ts";

interface Props {
  question: QuestionProps;
  steps: readonly number[];
  class: string;
  /** accessible name; without it, the visible text */
  nameOf?(step: number): string;
  /** characters of the longest step, which decide how many fit in a row */
  characters?: number;
  /** labels under the ends */
  ends?: ComponentChildren;
  children(step: number, chosen: number | null): ComponentChildren;
}

/** A row of buttons with one answer. Digits choose; "1", then "0" is 10. */
export function Scale({ question, steps, class: className, nameOf, characters, ends, children }: Props) {
  const { value, onChange, onContinue, onAnswered, isDisabled = false } = question;
  const typed = useRef({ digits: "", at: 0 });
  const chosen = typeof value === "number" ? steps.indexOf(value) : -1;
  const radio = useRadios({
    count: steps.length,
    chosen,
    isDisabled,
    shortcut(key) {
      const next = typedDigit(typed.current, key, performance.now(), steps);
      if (next) typed.current = next;
      return next?.choice == null ? null : steps.indexOf(next.choice);
    },
    onContinue,
    onChoose(index, byPointer) {
      onChange(steps[index] ?? null);
      if (byPointer) onAnswered?.();
    },
  });
  return (
    <>
      <div
        class={className}
        data-steps={steps.length}
        data-characters={characters}
        {...groupAttributes(question, "radiogroup")}
      >
        {steps.map((step, index) => (
          <button key={step} class="step" aria-label={nameOf?.(step)} lang={nameOf && wordsLang()} {...radio(index)}>
            {children(step, steps[chosen] ?? null)}
          </button>
        ))}
      </div>
      {ends}
      <ChoiceFoot question={question} isAnswered={chosen >= 0} onClear={() => onChange(null)} />
    </>
  );
}
