import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/number.ts";
import { counted, words } from "../words.ts";
import { stepsOf } from "./numbers.ts";
import { Scale } from "./parts/scale.tsx";
import type { QuestionProps } from "./question.ts";

type Config = ConfigOf<typeof config.starRating, "star_rating">;

export default function StarRating(question: QuestionProps<Config>) {
  const steps = stepsOf({ min: 1, max: question.config.max, step: 1 }, 10);
  return (
    <Scale question={question} steps={steps} class="stars" nameOf={(step) => counted(words.choices.stars, step)}>
      {(step, chosen) => (
        <svg class="star" data-lit={(chosen ?? 0) >= step || undefined} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5L12 17.4l-5.8 3.1 1.1-6.5L2.6 9.4l6.5-.9z" />
        </svg>
      )}
    </Scale>
  );
}
