/**
 * Catches taps on options, Enter and “Continue” before hydration, which `answerable` ends. A module of its own, so that it loads
 * first. sendEarly.ts repeats them, and ends the list.
 */
const page: EarlyWindow = window;
page.early = [];

for (const type of ["submit", "click", "keydown", "pointerdown", "answerable"]) {
  addEventListener(type, (event) => {
    // the browser would send the form and load the page again
    if (type === "submit") event.preventDefault();
    page.early?.push(event);
  });
}

export type EarlyWindow = {
  /** Events since the page was opened; undefined once they are repeated. */
  early?: Event[] | undefined;
} & Window;
