import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/number.ts";
import { numberText, stepsOf } from "./numbers.ts";
import { Scale } from "./parts/scale.tsx";
import type { QuestionProps } from "./question.ts";

type Config = ConfigOf<typeof config.opinionScale, "opinion_scale">;

export default function OpinionScale(question: QuestionProps<Config>) {
  const { min, max, labels: { left, center, right } = {} } = question.config;
  const steps = stepsOf({ min, max, step: 1 }, 11);
  const shown = (step: number) => numberText(step, question.language);
  const scale = (props: QuestionProps<Config>) => (
    <Scale question={props} steps={steps} class="scale">
      {shown}
    </Scale>
  );
  if (!(left || center || right)) return scale(question);

  const id = `${question.labels.title}-ends`;
  const describedBy = [question.labels.describedBy, id].filter(Boolean).join(" ");
  // the number clarifies a label if the steps wrap, and for screen readers
  const ends = [left && `${shown(min)} – ${left}`, center, right && `${shown(max)} – ${right}`];
  return (
    <>
      <div class="scale-ends" id={id}>
        {ends.map((end, index) => (
          <span key={["left", "center", "right"][index]} dir="auto">
            {end}
          </span>
        ))}
      </div>
      {scale({ ...question, labels: { ...question.labels, describedBy } })}
    </>
  );
}
