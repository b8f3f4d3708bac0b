import { marked } from "../marks.ts";
import type { DrawnData } from "../markup/markup.ts";
import { numberText } from "../questions/numbers.ts";
import type { GivenAnswer } from "../walk/state.ts";
import { fill, words, wordsLang } from "../words.ts";

interface Props {
  answers: readonly GivenAnswer[];
  /** of the form */
  language: string;
  /** leads to a question; absent on paper */
  onChange?(nodeId: string): void;
}

/** The answers of a path, each with its question. */
export const AnswerList = ({ answers, language, onChange }: Props) => (
  <dl class="answers">
    {answers.map(({ node, text, canChange }) => {
      const { id, data } = node;
      return (
        <div key={id}>
          <dt dir="auto" id={`answer-${id}`} {...marked(`${id}.title`)}>
            {(data as DrawnData).drawn?.title() ?? data.title}
          </dt>
          {text === "" ? (
            <dd class="answer-none" dir="auto" lang={wordsLang()}>
              {words.review.none}
            </dd>
          ) : (
            <dd dir="auto">{scaled(text, node, language)}</dd>
          )}
          {onChange && canChange && (
            <dd class="answer-change" lang={wordsLang()}>
              <button type="button" class="link-button" aria-describedby={`answer-${id}`} onClick={() => onChange(id)}>
                {words.review.change}
              </button>
            </dd>
          )}
        </div>
      );
    })}
  </dl>
);

const scales: readonly string[] = ["opinion_scale", "number_scale", "star_rating"];

/** An answer of a scale says its highest value too. */
function scaled(text: string, { question_type: type, data }: GivenAnswer["node"], language: string): string {
  const max = data.config?.max;
  if (!scales.includes(type) || typeof max !== "number") return text;
  return `${text} ${fill(words.end.ofMaximum, { max: numberText(max, language) })}`;
}
