import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/selection.ts";
import { drawn, marked, optionKey } from "../marks.ts";
import { fill, numeral, words, wordsLang } from "../words.ts";
import { itemOfLetter, letterOf } from "./keys.ts";
import { CardMarks } from "./parts/cardMarks.tsx";
import { useChecks } from "./parts/checks.ts";
import { groupAttributes } from "./parts/fieldAttributes.ts";
import { Hint } from "./parts/keyHint.tsx";
import { OtherField } from "./parts/otherField.tsx";
import { SelectionCount, selectionOf } from "./parts/selectionState.tsx";
import type { QuestionProps } from "./question.ts";
import { canToggle, otherTextOf, withOtherText } from "./selections.ts";

type Config = ConfigOf<typeof config.checkbox, "checkbox">;

export default function Checkbox(question: QuestionProps<Config>) {
  const { config, onChange, onContinue, isDisabled } = question;
  const { options, allow_other, min_selections, max_selections } = config;
  const { chosen, choices, count, isBlocked, toggle } = selectionOf(question, options, max_selections ?? Infinity);
  const other = otherTextOf(chosen, choices.values);
  const otherField = useRef<HTMLInputElement>(null);
  const [opensOther, setOpensOther] = useState(false);
  useLayoutEffect(() => {
    if (opensOther && other !== null) otherField.current?.focus();
    setOpensOther(false);
  }, [other !== null]);

  const isOtherBlocked = isDisabled || !(other !== null || canToggle(chosen, "", choices));
  const total = options.length + (allow_other ? 1 : 0);
  const max = max_selections !== undefined && max_selections < total ? max_selections : null;
  const toggleOther = () => {
    if (isOtherBlocked) return;
    setOpensOther(other === null);
    onChange(withOtherText(chosen, other === null ? "" : null, choices));
  };
  const check = useChecks({
    count: total,
    isChosen: (index) => (options[index] ? chosen.includes(options[index].value) : other !== null),
    isBlocked: (index) => (options[index] ? isBlocked(options[index].value) : isOtherBlocked === true),
    shortcut: (key) => itemOfLetter(key, total),
    onToggle: (index) => (options[index] ? toggle(options[index].value) : toggleOther()),
    onContinue,
  });
  const hint = howMany(min_selections, max);
  return (
    <>
      {hint && <Hint>{hint}</Hint>}
      <div class="cards" {...groupAttributes(question, "group")}>
        {options.map((option, index) => (
          <button key={option.value} class="card card-check" aria-keyshortcuts={letterOf(index)} {...check(index)}>
            <CardMarks letter={letterOf(index)} />
            <span class="card-label" dir="auto" {...marked(optionKey(question.nodeId, option.value))}>
              {drawn(option)}
            </span>
          </button>
        ))}
        {allow_other && (
          <button class="card card-check" aria-keyshortcuts={letterOf(options.length)} {...check(options.length)}>
            <CardMarks letter={letterOf(options.length)} />
            <span class="card-label" lang={wordsLang()}>
              {words.choices.otherOption}
            </span>
          </button>
        )}
      </div>
      {other !== null && (
        <OtherField
          fieldRef={otherField}
          question={question}
          text={other}
          onChange={(text) => onChange(withOtherText(chosen, text, choices))}
        />
      )}
      <SelectionCount count={count} max={max} />
    </>
  );
}

function howMany(min: number, max: number | null): string | null {
  const { atLeast, exactly, between, atMost } = words.choices;
  const values = { min: numeral(min), max: numeral(max ?? 0) };
  if (max === null) return min > 1 ? fill(atLeast, values) : null;
  return fill(min === max ? exactly : min > 1 ? between : atMost, values);
}
