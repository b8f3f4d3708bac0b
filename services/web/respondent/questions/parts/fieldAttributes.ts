import type { QuestionProps } from "../question.ts";

type Named = Pick<QuestionProps, "labels" | "isRequired" | "isInvalid" | "isDisabled">;

/** What tells a text field's name, description and state, and makes it the first to have the focus. */
export function fieldAttributes({ labels, isRequired, isInvalid, isDisabled }: Named) {
  return {
    "aria-labelledby": labels.title,
    "aria-describedby": labels.describedBy,
    "aria-invalid": isInvalid || undefined,
    // not `required`: browsers call a field with it invalid before anybody has answered
    "aria-required": isRequired || undefined,
    // not `disabled`: a field keeps the focus while the server is asked
    readOnly: isDisabled,
    "data-focus": true,
  };
}

/** The same of a group of answers; `group` has no `aria-required` of its own, the heading says it. */
export function groupAttributes({ labels, isRequired, isInvalid, isDisabled }: Named, role: "radiogroup" | "group") {
  return {
    role,
    "aria-labelledby": labels.title,
    "aria-describedby": labels.describedBy,
    "aria-disabled": isDisabled || undefined,
    ...(role === "radiogroup" && { "aria-invalid": isInvalid || undefined, "aria-required": isRequired || undefined }),
  };
}
