/**
 * The rest of a doubled click or of a held Enter that has already led on. It falls on what has just come in the place of
 * what it was meant for, and would pass question after question that nobody has seen.
 */
export class StrayInput {
  /** what was shown when the first of the clicks fell on it; null: none yet */
  #clicked: string | null = null;

  /** `detail`: of the clicks that follow one another quickly in one place, which one this is; 0: made by a key */
  isStrayClick(detail: number, shown: string): boolean {
    if (detail <= 1) this.#clicked = shown;
    // clicks from before the page listened are unknown
    return this.#clicked !== null && this.#clicked !== shown;
  }

  /** But in a text of several lines, where Enter alone only writes. */
  isStrayKey({ key, repeat, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const isWriting = (target as Element).localName === "textarea" && !ctrlKey && !metaKey;
    return key === "Enter" && repeat && !isWriting;
  }
}

export function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
