import { useLayoutEffect } from "preact/hooks";
import { boundsOf, longDate, precisionEnds, precisionInputs } from "../../../../shared/domain/dates.ts";
import type * as config from "../../../../shared/domain/questions/config/date.ts";
import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import { fill, words, wordsLocale } from "../words.ts";
import { fieldAttributes } from "./parts/fieldAttributes.ts";
import { Hint } from "./parts/keyHint.tsx";
import { textOf } from "./parts/textInput.tsx";
import type { QuestionProps } from "./question.ts";

type Config = ConfigOf<typeof config.date, "date">;

/** The answer while a date is half typed. The field's own value would be "", as if nothing was entered. */
const unfinished = "?";

export default function DateQuestion(question: QuestionProps<Config>) {
  const { config, value, onChange } = question;
  const today = new Date().toISOString().slice(0, 10);
  const { precision } = config;
  const [min, max] = boundsOf(config, precision, today);
  const hint = boundsHint(min && longDate(min, wordsLocale()), max && longDate(max, wordsLocale()));
  const follow = ({ value: day, validity }: HTMLInputElement) => {
    const typed = day || (validity.badInput ? unfinished : null);
    if (typed !== value) onChange(typed);
  };
  // a half-typed date is lost with its field; before the next key, which may already complete another one
  useLayoutEffect(() => {
    if (value === unfinished) onChange(null);
  }, []);
  return (
    <>
      <input
        {...fieldAttributes(question)}
        class="field field-date"
        type={precisionInputs[precision]}
        data-empty={!value || undefined}
        min={min ?? undefined}
        max={max ?? precisionEnds[precision][1]}
        value={value === unfinished ? "" : textOf(value)}
        onInput={({ currentTarget }) => follow(currentTarget)}
        // browsers send no input event for a half-typed date
        onKeyUp={({ currentTarget }) => follow(currentTarget)}
      />
      {hint && <Hint>{hint}</Hint>}
    </>
  );
}

function boundsHint(first: string | null, last: string | null): string | null {
  if (first && last) return fill(words.fields.betweenDays, { first, last });
  if (first) return fill(words.fields.fromDay, { day: first });
  return last && fill(words.fields.untilDay, { day: last });
}
