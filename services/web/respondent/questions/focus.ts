/** Moves the focus when a question appears or its answer is refused (web.md §3, Keys). */

const heading = "[data-heading]";
const field = "[data-focus]";

/**
 * Focuses the field or group with a mouse. On a touch screen focuses the heading, so that no keyboard covers the question.
 * If the keyboard is already open, the next field keeps it.
 */
export function focusQuestion(question: Element, isTyping: boolean): void {
  // the previous question may have been scrolled
  scrollTo(0, 0);
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const selector = isTouch && !(isTyping && question.querySelector("input, textarea")) ? heading : field;
  focusOn(question.querySelector(selector) ?? question.querySelector(heading));
}

/**
 * Focuses the invalid field: "Other" if it is open, else the field or the group's tab stop. Scrolls to the error if it isn't
 * in view.
 */
export function focusField(question: Element): void {
  const shown = (selector: string) => question.querySelector(selector);
  focusOn(
    shown("[data-refused] :is([data-other], [data-focus])") ?? shown("[data-other]") ?? shown(field) ?? shown(heading),
  );
  question.querySelector(".question-error")?.scrollIntoView({ block: "nearest" });
}

/** True if an on-screen keyboard is probably open, because a text is being edited. */
export const isTyping = (): boolean =>
  document.activeElement?.matches(
    "textarea, input:not([type=file], [type=date], [type=datetime-local], [type=time])",
  ) === true;

/** Gives the focus to an element. As a ref, to what replaces an element that had it; nothing happens in a closed dialog. */
export const focusOn = (element: Element | null): void => (element as HTMLElement | null)?.focus();
