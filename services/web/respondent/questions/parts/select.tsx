import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { marked, optionKey } from "../../marks.ts";
import { words, wordsLang } from "../../words.ts";
import { isEnter } from "../keys.ts";
import type { QuestionProps } from "../question.ts";
import { fieldAttributes } from "./fieldAttributes.ts";
import { OtherField } from "./otherField.tsx";
import { textOf } from "./textInput.tsx";

export interface ListProps {
  question: QuestionProps;
  /** `note`: after the label in the list */
  options: readonly { value: string; label: string; note?: string }[];
  allowOther: boolean;
}

/** Can't clash with an option, because their values have no spaces. */
const otherValue = "an other";

export function Select({ question, options, allowOther }: ListProps) {
  const { value, onChange, onContinue, isDisabled } = question;
  const isKnown = options.some((option) => option.value === value);
  const [isOther, setOther] = useState(allowOther && !isKnown && value !== null);
  const otherField = useRef<HTMLInputElement>(null);
  const wasChosen = useRef(false);
  useLayoutEffect(() => {
    if (isOther && wasChosen.current) otherField.current?.focus();
  }, [isOther]);
  const { readOnly: _, ...attributes } = fieldAttributes(question);
  return (
    <>
      <span class="select">
        <select
          {...attributes}
          class="field"
          aria-disabled={isDisabled || undefined}
          onChange={({ currentTarget }) => {
            wasChosen.current = true;
            setOther(currentTarget.value === otherValue);
            onChange(currentTarget.value === otherValue ? "" : currentTarget.value || null);
          }}
          onKeyDown={(event) => {
            if (isDisabled) event.preventDefault();
            if (!isEnter(event)) return;
            event.preventDefault();
            onContinue();
          }}
          onMouseDown={(event) => isDisabled && event.preventDefault()}
        >
          <option value="" lang={wordsLang()} selected={!isKnown && !isOther}>
            {words.lists.choose}
          </option>
          {options.map((option) => (
            <option
              key={option.value}
              value={option.value}
              selected={!isOther && option.value === value}
              disabled={option.value !== value && question.isFull?.(option.value)}
              dir="auto"
              {...marked(optionKey(question.nodeId, option.value))}
            >
              {option.label}
              {option.note}
            </option>
          ))}
          {allowOther && (
            <option value={otherValue} lang={wordsLang()} selected={isOther}>
              {words.choices.otherOption}
            </option>
          )}
        </select>
      </span>
      {isOther && <OtherField fieldRef={otherField} question={question} text={textOf(value)} onChange={onChange} />}
    </>
  );
}
