import { useEffect, useState } from "preact/hooks";
import { marked } from "../marks.ts";
import type { DrawnData } from "../markup/markup.ts";
import { drawings } from "../questions/drawings.ts";
import { focusOn } from "../questions/focus.ts";
import { shownType } from "../questions/question.ts";
import type { GivenAnswer } from "../walk/state.ts";
import { words, wordsLang } from "../words.ts";
import { linesOf } from "./answerLines.ts";

interface Props {
  answers: readonly GivenAnswer[];
  /** of the form */
  language: string;
  /** the question whose button takes the focus */
  focused?: string | undefined;
  /** leads to a question; absent on paper */
  onChange?(nodeId: string): void;
}

/** The answers of a path, each with its question. */
export const AnswerList = ({ answers, language, focused, onChange }: Props) => (
  <dl class="answers">
    {answers.map((given) => {
      const { id, data } = given.node;
      return (
        <div key={id}>
          <dt dir="auto" id={`answer-${id}`} {...marked(`${id}.title`)}>
            {(data as DrawnData).drawn?.title() ?? data.title}
          </dt>
          <Given given={given} language={language} />
          {onChange && given.canChange && (
            <dd class="answer-change" lang={wordsLang()}>
              <button
                type="button"
                class="link-button"
                aria-describedby={`answer-${id}`}
                ref={id === focused ? focusOn : null}
                onClick={() => onChange(id)}
              >
                {words.review.change}
              </button>
            </dd>
          )}
        </div>
      );
    })}
  </dl>
);

function Given({ given, language }: { given: GivenAnswer; language: string }) {
  const { node, answer } = given;
  if (shownType(node) === "drawing" && Array.isArray(answer)) {
    const { signed } = words.drawing;
    const image = drawings.get(String(answer[0]));
    return <dd lang={wordsLang()}>{image ? <img class="answer-drawing" src={image} alt={signed} /> : signed}</dd>;
  }
  if (node.question_type === "phone" && typeof answer === "string") return <PhoneNumber text={answer} />;
  return (
    <>
      {linesOf(given, language).map(({ parts, look }, at) => (
        <dd key={at} class={look && `answer-${look}`} dir="auto">
          {parts.map(({ text, lang }) => (lang ? <span lang={lang}>{text}</span> : text))}
        </dd>
      ))}
    </>
  );
}

/** A phone number in groups. Their library is there already if its question was shown. */
function PhoneNumber({ text }: { text: string }) {
  const [grouped, setGrouped] = useState(text);
  useEffect(() => {
    import("libphonenumber-js/max").then(
      ({ parsePhoneNumberFromString }) => setGrouped(parsePhoneNumberFromString(text)?.formatInternational() ?? text),
      // the digits are enough
      () => setGrouped(text),
    );
  }, [text]);
  return (
    <dd>
      <bdi dir="ltr">{grouped}</bdi>
    </dd>
  );
}
