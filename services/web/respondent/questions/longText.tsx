import { useLayoutEffect, useRef } from "preact/hooks";
import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/text.ts";
import { codePoints } from "../../../../shared/domain/questions/words.ts";
import * as words from "../../strings/en/fields.ts";
import { isEnter } from "./keys.ts";
import { fieldAttributes } from "./parts/fieldAttributes.ts";
import { KeyHint } from "./parts/keyHint.tsx";
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
        placeholder={config.placeholder ?? words.placeholder}
        value={text}
        onInput={({ currentTarget }) => onChange(currentTarget.value || null)}
        onKeyDown={(event) => {
          if (!isEnter(event) || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onContinue();
        }}
      />
      <div class="field-notes">
        <KeyHint>{words.lineOrContinue}</KeyHint>
        <Counter used={codePoints(text)} most={config.max_length} language={question.language} />
      </div>
    </>
  );
}

/** Browsers without `field-sizing` are told the height. */
function grow(area: HTMLTextAreaElement | null): void {
  if (!area || CSS.supports("field-sizing", "content")) return;
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + 2}px`;
}

interface CounterProps {
  used: number;
  most: number;
  language: string;
}

/** Seen at all times; read out only where little is left, at every tenth character. */
function Counter({ used, most, language }: CounterProps) {
  const left = most - used;
  const isNearEnd = left <= Math.min(50, most / 5);
  const shown = (count: number) => new Intl.NumberFormat(language).format(count);
  return (
    <>
      <span class="counter" dir="auto" data-over={left < 0} aria-hidden="true">
        {words.charactersUsed(shown(used), shown(most))}
      </span>
      <span class="visually-hidden" lang="en" role="status">
        {isNearEnd && (left % 10 === 0 || left < 0) ? words.charactersLeft(left) : ""}
      </span>
    </>
  );
}
