import { useLayoutEffect, useRef } from "preact/hooks";
import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/text.ts";
import { codePoints } from "../../../../shared/domain/questions/words.ts";
import { counted, fill, numeral, words, wordsLang } from "../words.ts";
import { isEnter } from "./keys.ts";
import { fieldAttributes } from "./parts/fieldAttributes.ts";
import { textOf } from "./parts/textInput.tsx";
import type { QuestionProps } from "./question.ts";

type Config = ConfigOf<typeof config.longText, "long_text">;

export default function LongText(question: QuestionProps<Config>) {
  const { config, value, onChange, onContinue } = question;
  const area = useRef<HTMLTextAreaElement>(null);
  const text = textOf(value);
  useLayoutEffect(() => grow(area.current), [text]);
  return (
    <>
      <textarea
        {...fieldAttributes(question)}
        ref={area}
        class="field field-long"
        dir="auto"
        rows={3}
        placeholder={config.placeholder ?? words.fields.placeholder}
        value={text}
        onInput={({ currentTarget }) => onChange(currentTarget.value || null)}
        onKeyDown={(event) => {
          if (!isEnter(event) || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onContinue();
        }}
      />
      <div class="field-notes">
        <Counter used={codePoints(text)} max={config.max_length} />
      </div>
    </>
  );
}

/** Sets the height in browsers without `field-sizing`. */
function grow(area: HTMLTextAreaElement | null): void {
  if (!area || CSS.supports("field-sizing", "content")) return;
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + 2}px`;
}

interface CounterProps {
  used: number;
  max: number;
}

/** A counter, unless a high limit is far. Announced near the limit only, every ten characters. */
function Counter({ used, max }: CounterProps) {
  const left = max - used;
  const isNearEnd = left <= Math.min(50, max / 5);
  return (
    <>
      {(max <= 1_000 || isNearEnd) && (
        <span class="counter" lang={wordsLang()} dir="auto" data-over={left < 0} aria-hidden="true">
          {fill(words.fields.used, { used: numeral(used), max: numeral(max) })}
        </span>
      )}
      <span class="visually-hidden" lang={wordsLang()} role="status">
        {isNearEnd && (left % 10 === 0 || left < 0) ? leftText(left) : ""}
      </span>
    </>
  );
}

const leftText = (left: number): string =>
  left < 0 ? counted(words.fields.over, -left) : counted(words.fields.left, left);
