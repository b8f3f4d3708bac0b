import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Json } from "../../../../../shared/domain/graph/types.ts";
import { drawn, marked, optionKey } from "../../marks.ts";
import type { Drawn } from "../../markup/markup.ts";
import { words, wordsLang } from "../../words.ts";
import type { Key } from "../keys.ts";
import type { QuestionProps } from "../question.ts";
import { CardMarks } from "./cardMarks.tsx";
import { ChoiceFoot } from "./choiceFoot.tsx";
import { fullAttributes, groupAttributes } from "./fieldAttributes.ts";
import { OtherField } from "./otherField.tsx";
import { useRadios } from "./radios.ts";
import { textOf } from "./textInput.tsx";

interface Choice extends Drawn {
  value: string;
  label: string;
  /** the key that chooses it */
  letter?: string | undefined;
}

interface Props {
  question: QuestionProps;
  choices: readonly Choice[];
  /** the options aren't in their order yet */
  isHidden?: boolean;
  allowOther?: boolean;
  shortcut(key: Key): number | null;
  /** letter of the "Other" card */
  otherLetter?: string | undefined;
  /** key of a choice's label in translations */
  keyOf?(nodeId: string, value: string): string;
}

/** Cards with a single answer, for multiple_choice and yes_no. */
export function ChoiceCards({
  question,
  choices,
  isHidden = false,
  allowOther = false,
  shortcut,
  otherLetter,
  keyOf = optionKey,
}: Props) {
  const { value, onChange, onContinue, onAnswered, isDisabled = false } = question;
  const known = choices.findIndex((choice) => choice.value === value);
  const [isOther, setOther] = useState(allowOther && known < 0 && value !== null);
  const otherField = useRef<HTMLInputElement>(null);
  const chosen = isOther ? choices.length : known;

  const radio = useRadios({
    count: choices.length + (allowOther ? 1 : 0),
    chosen,
    isDisabled,
    shortcut,
    onContinue,
    onChoose(index, byPointer) {
      const choice = choices[index];
      setOther(!choice);
      onChange(choice ? choice.value : textOf(isOther ? value : null));
      if (choice && byPointer) onAnswered?.();
      if (!choice) otherField.current?.focus();
    },
  });
  // it exists only after this render, and needs the focus before the next key
  useLayoutEffect(() => {
    if (isOther && document.activeElement?.getAttribute("role") === "radio") otherField.current?.focus();
  }, [isOther]);

  return (
    <>
      <div class="cards" data-hidden={isHidden || undefined} {...groupAttributes(question, "radiogroup")}>
        {choices.map(({ value, letter, ...label }, index) => (
          <button
            key={value}
            class="card"
            aria-keyshortcuts={letter}
            {...radio(index)}
            {...fullAttributes(question, value)}
          >
            <CardMarks letter={letter} />
            <span class="card-label" dir="auto" {...marked(keyOf(question.nodeId, value))}>
              {drawn(label)}
            </span>
          </button>
        ))}
        {allowOther && (
          <button class="card" aria-keyshortcuts={otherLetter} {...radio(choices.length)}>
            <CardMarks letter={otherLetter} />
            <span class="card-label" lang={wordsLang()}>
              {words.choices.otherOption}
            </span>
          </button>
        )}
      </div>
      {isOther && <OtherField fieldRef={otherField} question={question} text={textOf(value)} onChange={onChange} />}
      <ChoiceFoot
        question={question}
        isAnswered={chosen >= 0}
        isOther={isOther}
        onClear={() => {
          setOther(false);
          onChange(null as Json);
        }}
      />
    </>
  );
}
