/** Where the focus goes when a question appears, or its answer was refused (web.md §3, Keys). */

const heading = "[data-heading]";
const field = "[data-focus]";

/**
 * The field or group with a mouse. On a touch screen the heading, so that no keyboard covers the question before anybody
 * wants to type; but where the keyboard is up already, the next field keeps it.
 */
export function focusQuestion(question: Element, isTyping: boolean): void {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const place = isTouch && !(isTyping && question.querySelector("input, textarea")) ? heading : field;
  focusOn(question.querySelector(place) ?? question.querySelector(heading));
}

/**
 * The field that is wrong: that of another answer where one is begun, else the field, or the group's place among tabs. If it
 * is too far from the message to see both, the message shows.
 */
export function focusField(question: Element): void {
  const places = ["[data-other]", field, heading].map((place) => question.querySelector(place));
  focusOn(places.find((element) => element !== null) ?? null);
  question.querySelector(".question-error")?.scrollIntoView({ block: "nearest" });
}

/** Is an on-screen keyboard up? It is while a text is being edited. */
export function isTyping(page: Document): boolean {
  const element = page.activeElement;
  return element?.matches("textarea, input:not([type=file], [type=date])") ?? false;
}

function focusOn(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: false });
}
