export type EarlyWindow = {
  /** Events since the page was opened; undefined once the page hears them itself. */
  early?: Event[] | undefined;
  /** `continueByEnter` listens already. */
  hearsEnter?: boolean;
} & Window;

/**
 * Keeps taps, keys and “Continue” from before hydration for repeatEarly.ts. Its source is in the HTML (document.tsx), because a
 * script of its own could load after the first tap. So it uses nothing from outside.
 */
export function hearEarly(continueByEnter: (event: KeyboardEvent) => void): void {
  const page: EarlyWindow = window;
  page.early = [];
  page.hearsEnter = true;
  for (const type of ["submit", "click", "keydown"]) {
    addEventListener(type, (event) => {
      // the browser would send the form and load the page again
      if (type === "submit") event.preventDefault();
      if (page.early && !moved(event as KeyboardEvent)) page.early.push(event);
    });
  }
  /** Enter in a field goes to the next one of its row or page, because the letters after it belong there. */
  function moved(event: KeyboardEvent): boolean {
    const field = event.target as Element;
    const next = field
      .closest?.("input:not([role], [type=file])")
      ?.closest(".record-field, .asked")
      ?.nextElementSibling?.querySelector<HTMLElement>("[data-focus]");
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.isComposing || !next) return false;
    event.preventDefault();
    next.focus();
    return true;
  }
  // last, so that its submit follows the key
  addEventListener("keydown", continueByEnter);
}
