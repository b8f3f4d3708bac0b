import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/number.ts";
import { numberText, stepsOf } from "./numbers.ts";
import { NumberField } from "./parts/numberField.tsx";
import { Scale } from "./parts/scale.tsx";
import type { QuestionProps } from "./question.ts";

type Config = ConfigOf<typeof config.numberScale, "number_scale">;

/** Above this number of steps, a field replaces the buttons. */
const buttonsLimit = 20;

export default function NumberScale(question: QuestionProps<Config>) {
  const steps = stepsOf(question.config, buttonsLimit);
  if (steps.length > buttonsLimit) return <NumberField question={question} limits={question.config} />;
  const textOf = (step: number) => numberText(step, question.language);
  // two fit as on any scale, and more than eight break
  const longest = Math.min(8, Math.max(...steps.map((step) => textOf(step).length)));
  return (
    <Scale question={question} steps={steps} class="scale" characters={longest > 2 ? longest : undefined}>
      {textOf}
    </Scale>
  );
}
