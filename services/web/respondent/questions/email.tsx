import { examples } from "./examples.ts";
import { TextInput } from "./parts/textInput.tsx";
import type { QuestionProps } from "./question.ts";

export default function Email(question: QuestionProps) {
  return (
    <TextInput
      question={question}
      type="email"
      inputMode="email"
      autocomplete="email"
      autoCapitalize="off"
      spellcheck={false}
      placeholder={examples.email}
    />
  );
}
