import { useState } from "preact/hooks";
import { contactText } from "../../../../shared/domain/contactText.ts";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import { examples } from "./examples.ts";
import { TextInput, textOf } from "./parts/textInput.tsx";
import type { QuestionProps } from "./question.ts";

/** The field keeps what was typed, because a change would interrupt an input method. */
export default function Email(question: QuestionProps) {
  const [typed, setTyped] = useState<Json>(null);
  return (
    <TextInput
      question={{
        ...question,
        // shows answers from outside this field
        value: read(typed) === question.value ? typed : question.value,
        onChange: (text) => {
          setTyped(text);
          question.onChange(read(text));
        },
      }}
      type="email"
      inputMode="email"
      autocomplete="email"
      autoCapitalize="off"
      spellcheck={false}
      placeholder={examples.email}
    />
  );
}

const read = (text: Json): Json => contactText(textOf(text)) || null;
