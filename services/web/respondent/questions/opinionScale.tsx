import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/number.ts";
import { numberText, stepsOf } from "./numbers.ts";
import { Scale } from "./parts/scale.tsx";
import type { QuestionProps } from "./question.ts";

type Config = ConfigOf<typeof config.opinionScale, "opinion_scale">;

export default function OpinionScale(question: QuestionProps<Config>) {
  const { min, max, labels = {} } = question.config;
  const steps = stepsOf({ min, max, step: 1 }, 11);
  const { left, center, right } = labels;
  const hasLabels = Boolean(left || center || right);
  const id = `${question.labels.title}-ends`;
  const described = { ...question.labels, describedBy: [question.labels.describedBy, id].filter(Boolean).join(" ") };
  return (
    <div class="opinion">
      {hasLabels && (
        <div class="scale-ends" id={id}>
          {/* each with the number it stands at, which the eye sees and a screen reader does not */}
          {[
            left && { text: left, at: min },
            center && { text: center, at: null },
            right && { text: right, at: max },
          ].map((end, place) => (
            <span key={["left", "center", "right"][place]} dir="auto">
              {end && (
                <>
                  {end.at !== null && (
                    <span class="visually-hidden">{`${numberText(end.at, question.language)}: `}</span>
                  )}
                  {end.text}
                  <span class="visually-hidden">. </span>
                </>
              )}
            </span>
          ))}
        </div>
      )}
      <Scale question={hasLabels ? { ...question, labels: described } : question} steps={steps} class="scale">
        {(step) => numberText(step, question.language)}
      </Scale>
    </div>
  );
}
