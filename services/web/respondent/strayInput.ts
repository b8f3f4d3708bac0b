/**
 * Detects the rest of a double click or a held Enter after it has already continued. It would hit the next screen and skip
 * questions unseen.
 */
export class StrayInput {
  /** screen under the first click; null before */
  #clicked: string | null = null;

  /** `detail`: position of the click in a series of quick ones; 0 for a key */
  isStrayClick(detail: number, shown: string): boolean {
    if (detail <= 1) this.#clicked = shown;
    // clicks before hydration are unknown
    return this.#clicked !== null && this.#clicked !== shown;
  }

  /** Enter in a textarea only adds a line. */
  isStrayKey({ key, repeat, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const isWriting = (target as Element).localName === "textarea" && !ctrlKey && !metaKey;
    return key === "Enter" && repeat && !isWriting;
  }
}

export function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
