/**
 * The rest of a double click or a held Enter after it has already continued. It would hit the next screen and skip questions
 * unseen. `clicked` is the screen under the first click; empty if keys were used since.
 */
export function isStrayClick({ detail }: MouseEvent, clicked: { current: string }, shown: string): boolean {
  // the position in a series of quick clicks; 0 for a key
  if (detail <= 1) clicked.current = detail ? shown : "";
  return clicked.current !== "" && clicked.current !== shown;
}

/** Enter in a textarea only adds a line. */
export function isStrayKey({ key, repeat, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isWriting = (target as Element).localName === "textarea" && !ctrlKey && !metaKey;
  return key === "Enter" && repeat && !isWriting;
}

export function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
