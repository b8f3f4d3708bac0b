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
      page.early?.push(event);
    });
  }
  // last, so that its submit follows the key
  addEventListener("keydown", continueByEnter);
}
