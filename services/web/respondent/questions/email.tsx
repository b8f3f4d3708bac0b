import { contactText } from "../../../../shared/domain/contactText.ts";
import { examples } from "./examples.ts";
import { useOwnText } from "./parts/ownText.ts";
import { TextInput, textOf } from "./parts/textInput.tsx";
import type { QuestionProps } from "./question.ts";

/** The field keeps what was typed, because a change would interrupt an input method. */
export default function Email(question: QuestionProps) {
  const [value, change] = useOwnText(question, textOf, (text) => contactText(text) || null);
  return (
    <TextInput
      question={{ ...question, value, onChange: (text) => change(textOf(text)) }}
      type="email"
      inputMode="email"
      autocomplete="email"
      autoCapitalize="off"
      spellcheck={false}
      placeholder={examples.email}
    />
  );
}
