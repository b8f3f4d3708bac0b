import type { QuestionProps } from "../question.ts";

type Named = Pick<QuestionProps, "labels" | "isRequired" | "isInvalid" | "isDisabled">;

/** Name, description and state of a text field, and the mark that it takes the focus. */
export function fieldAttributes({ labels, isRequired, isInvalid, isDisabled }: Named) {
  return {
    "aria-labelledby": labels.title,
    "aria-describedby": labels.describedBy,
    "aria-invalid": isInvalid || undefined,
    // not `required`: browsers show such fields as invalid before an answer
    "aria-required": isRequired || undefined,
    // not `disabled`: the field keeps the focus during the request
    readOnly: isDisabled,
    "data-focus": true,
  };
}

/** The same for a group of options. Role `group` doesn't support `aria-required`, so the heading says it. */
export function groupAttributes({ labels, isRequired, isInvalid, isDisabled }: Named, role: "radiogroup" | "group") {
  return {
    role,
    "aria-labelledby": labels.title,
    "aria-describedby": labels.describedBy,
    "aria-disabled": isDisabled || undefined,
    ...(role === "radiogroup" && { "aria-invalid": isInvalid || undefined, "aria-required": isRequired || undefined }),
  };
}

/** State of an option that may have no places left. */
export const fullAttributes = ({ isFull }: Pick<QuestionProps, "isFull">, value: string) =>
  isFull?.(value) ? { "aria-disabled": true } : {};
