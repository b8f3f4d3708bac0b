import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/number.ts";
import { marked } from "../marks.ts";
import { numberText, stepsOf } from "./numbers.ts";
import { Scale } from "./parts/scale.tsx";
import type { QuestionProps } from "./question.ts";

type Config = ConfigOf<typeof config.opinionScale, "opinion_scale">;

export default function OpinionScale(question: QuestionProps<Config>) {
  const { language, labels, config } = question;
  const { min, max, labels: { left, center, right } = {} } = config;
  const shown = (step: number) => numberText(step, language);
  const middle = (min + max) / 2;
  // screen readers say a label with its step
  const ends = [
    [`${shown(min)} – `, left, "left"],
    [middle % 1 === 0 ? `${shown(middle)} – ` : "", center, "center"],
    [`${shown(max)} – `, right, "right"],
  ];
  const hasEnds = Boolean(left || center || right);
  const id = `${labels.title}-ends`;
  const describedBy = [labels.describedBy, hasEnds && id].filter(Boolean).join(" ") || undefined;
  return (
    <Scale
      question={{ ...question, labels: { ...labels, describedBy } }}
      steps={stepsOf({ min, max, step: 1 }, 11)}
      class="scale"
      ends={
        hasEnds && (
          <div class="scale-ends" id={id}>
            {ends.map(([step, label, name]) => (
              <span key={name} dir="auto" {...marked(`${question.nodeId}.labels.${name}`)}>
                {label && <span class="visually-hidden">{step}</span>}
                {label}
              </span>
            ))}
          </div>
        )
      }
    >
      {shown}
    </Scale>
  );
}
