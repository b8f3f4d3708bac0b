import { useState } from "preact/hooks";
import type { Json } from "../../../../../shared/domain/graph/types.ts";
import type { QuestionProps } from "../question.ts";

interface Own {
  text: string;
  /** the answer that it replaces, until the page draws the new one */
  before?: Json | undefined;
}

/**
 * Returns the text of a field whose answer isn't its text, and a function that changes both. The field shows what was typed, also
 * while it is drawn with the answer before, and otherwise answers from outside, such as those of a resumed session.
 */
export function useOwnText(
  { value, onChange }: Pick<QuestionProps, "value" | "onChange">,
  textOf: (answer: Json) => string,
  answerOf: (text: string) => Json,
): [text: string, change: (text: string, answer?: Json) => void] {
  const [own, setOwn] = useState<Own>(() => ({ text: textOf(value) }));
  if (value !== own.before) own.before = undefined;
  const isShown = value === own.before || value === answerOf(own.text);
  return [
    isShown ? own.text : textOf(value),
    (text, answer = answerOf(text)) => {
      setOwn({ text, before: value });
      onChange(answer);
    },
  ];
}
