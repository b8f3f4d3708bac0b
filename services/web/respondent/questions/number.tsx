import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/number.ts";
import { NumberField } from "./parts/numberField.tsx";
import type { QuestionProps } from "./question.ts";

type Config = ConfigOf<typeof config.number, "number">;

export default function NumberQuestion(question: QuestionProps<Config>) {
  return <NumberField question={question} limits={question.config} />;
}
