import { marked } from "../../marks.ts";
import { fill, numeral, words, wordsLang } from "../../words.ts";
import { numberText } from "../numbers.ts";
import { numberAnswer } from "../parseNumber.ts";
import type { QuestionProps } from "../question.ts";
import { fieldAttributes } from "./fieldAttributes.ts";
import { Hint } from "./keyHint.tsx";
import { useOwnText } from "./ownText.ts";

interface Limits {
  min?: number;
  max?: number;
  step?: number;
  decimals?: number;
  unit?: string;
}

/** Text that isn't a number yet is kept as it is, and the check refuses it. */
export function NumberField({ question, limits }: { question: QuestionProps; limits: Limits }) {
  const { language, isDisabled } = question;
  const [text, change] = useOwnText(
    question,
    (value) => textOf(value, language),
    (typed) => numberAnswer(typed, language),
  );
  const hint = boundsHint(limits);
  const unitId = `${question.labels.title}-unit`;
  const attributes = fieldAttributes(question);
  return (
    <>
      <div class="field-row">
        <input
          {...attributes}
          aria-labelledby={limits.unit ? `${attributes["aria-labelledby"]} ${unitId}` : attributes["aria-labelledby"]}
          class="field field-number"
          type="text"
          inputMode={isWhole(limits) ? "numeric" : "decimal"}
          enterKeyHint="next"
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
        {limits.unit && (
          <span id={unitId} class="unit" dir="auto" {...marked(`${question.nodeId}.unit`)}>
            {limits.unit}
          </span>
        )}
        {(limits.min === undefined || limits.min < 0) && (
          // numeric keyboards of phones have no minus sign
          <button
            type="button"
            class="sign-button"
            lang={wordsLang()}
            aria-label={words.fields.changeSign}
            disabled={isDisabled}
            onClick={() => change(changedSign(text))}
          >
            {"±"}
          </button>
        )}
      </div>
      {hint && <Hint>{hint}</Hint>}
    </>
  );
}

const isWhole = ({ min, step, decimals }: Limits) =>
  decimals === 0 || (step !== undefined && Number.isInteger(step) && Number.isInteger(min ?? 0));

const changedSign = (text: string) => (/^[-−]/.test(text) ? text.slice(1) : `-${text}`);

function textOf(value: unknown, language: string): string {
  if (typeof value === "number") return numberText(value, language);
  return typeof value === "string" ? value : "";
}

function boundsHint({ min, max }: Limits): string | null {
  if (min !== undefined && max !== undefined)
    return fill(words.fields.between, { min: numeral(min), max: numeral(max) });
  if (min !== undefined) return fill(words.fields.atLeast, { min: numeral(min) });
  return max === undefined ? null : fill(words.fields.atMost, { max: numeral(max) });
}
