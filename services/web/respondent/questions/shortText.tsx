import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/text.ts";
import { words } from "../words.ts";
import { TextInput } from "./parts/textInput.tsx";
import type { QuestionProps } from "./question.ts";

type Config = ConfigOf<typeof config.shortText, "short_text">;

export default function ShortText(question: QuestionProps<Config>) {
  return (
    <TextInput question={question} type="text" placeholder={question.config.placeholder ?? words.fields.placeholder} />
  );
}
