/** Changes of the page since it was shown: the `early` ones, and where each further list goes. */
export interface PageChanges {
  early: MutationRecord[];
  hear(list: MutationRecord[]): unknown;
}

/**
 * Fades out the question that was left, over the one that is already shown and focused. So nothing waits for the animation.
 * `onChange` hears of the page's changes, too.
 */
export function fadeLeft(page: HTMLElement, heard: PageChanges, onChange: (changes: MutationRecord[]) => void): void {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)");
  const fade = (changes: MutationRecord[]) => {
    onChange(changes);
    const [left] = changes.flatMap(({ removedNodes }) => [...removedNodes]).filter(isQuestion);
    const shown = page.querySelector<HTMLElement>("form.question:not([data-leaving])");
    if (!left || !shown || isStill.matches || left.dataset.leaving === "") return;
    const ghost = left.cloneNode(true) as HTMLElement;
    for (const element of [ghost, ...ghost.querySelectorAll("*")])
      for (const name of ["id", "data-heading"]) element.removeAttribute(name);
    ghost.inert = true;
    ghost.ariaHidden = "true";
    ghost.dataset.leaving = "";
    const { offsetLeft, offsetTop, offsetWidth } = shown;
    ghost.style.cssText = `left:${offsetLeft}px;top:${offsetTop}px;width:${offsetWidth}px`;
    ghost.onanimationend = ghost.onanimationcancel = () => ghost.remove();
    page.append(ghost);
  };
  onChange(heard.early);
  heard.hear = fade;
}

/** Forms of dialogs, such as for an email address, leave nothing behind. */
const isQuestion = (node: Node): node is HTMLElement => node instanceof HTMLFormElement && node.matches(".question");
