import type { InputHTMLAttributes } from "preact";
import type { Json } from "../../../../../shared/domain/graph/types.ts";
import type { QuestionProps } from "../question.ts";
import { fieldAttributes } from "./fieldAttributes.ts";

interface Props
  extends Pick<InputHTMLAttributes, "inputMode" | "autocomplete" | "placeholder" | "autoCapitalize" | "spellcheck"> {
  question: QuestionProps;
  type: "text" | "email";
  list?: never;
}

/** A single-line text field. */
export function TextInput({ question, ...attributes }: Props) {
  return (
    <input
      {...fieldAttributes(question)}
      {...attributes}
      class="field"
      // addresses run from left to right in every language
      dir={attributes.type === "email" ? "ltr" : "auto"}
      enterKeyHint="next"
      value={textOf(question.value)}
      onInput={({ currentTarget }) => question.onChange(currentTarget.value || null)}
    />
  );
}

export function textOf(value: Json): string {
  return typeof value === "string" ? value : "";
}
