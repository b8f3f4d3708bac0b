/**
 * The focus is never lost to the page as a whole, where keys do nothing and nothing is read out (WCAG 2.4.3). On another page its
 * heading has it, unless something else there took it. Where what has it goes away or is disabled, what comes next in its place
 * takes over; who uses a pointer is left alone. Dialogs give it back themselves.
 */
export function keepFocus(onNewPage: (listener: () => void) => void): void {
  let last: Element | null = null;
  let places: Place[] = [];
  /** what led to the page whose heading is still to come */
  let left: Element | null = null;
  let isHeadingDue = false;
  let byPointer = false;
  /** has somebody done anything on the page yet? */
  let isUsed = false;

  const look = () => {
    const active = document.activeElement;
    if (isHeadingDue) {
      // a dialog whose opener went with its page gives the focus to whatever is there, such as a toast
      const isMeant = isUsed || active?.closest("main, [role=dialog]") != null;
      const isTaken = !isNowhere(active) && active !== left && isMeant;
      if (isTaken || focusHeading()) isHeadingDue = false;
    } else if (isNowhere(active) && !byPointer && last && !isUsable(last)) {
      const next = nextIn(places);
      if (next) next.focus();
      else focusHeading();
    }
  };
  // a dialog that closes needs a frame to give the focus back
  const soon = () => requestAnimationFrame(() => requestAnimationFrame(look));

  document.addEventListener("focusin", ({ target }) => {
    last = target as Element;
    places = placesOf(last);
  });
  for (const type of ["keydown", "pointerdown"]) {
    const onUse = () => {
      byPointer = type === "pointerdown";
      isUsed = true;
    };
    addEventListener(type, onUse, true);
  }
  new MutationObserver(() => {
    if (isHeadingDue || isNowhere(document.activeElement)) soon();
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  onNewPage(() => {
    left = document.activeElement;
    isUsed = false;
    // who goes from one response to the next by a button goes on with that button
    isHeadingDue = isNowhere(left) || left?.closest("nav a") != null;
    soon();
  });
}

/** False: the page has none yet. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** Where an element stood. */
interface Place {
  parent: Element;
  at: number;
}

const isNowhere = (active: Element | null): boolean =>
  active === null || active === document.body || active.matches(":disabled");

const isUsable = (element: Element): boolean =>
  element.isConnected && !element.matches(":disabled") && element.checkVisibility();

/** From the inside out. */
function placesOf(element: Element): Place[] {
  const places: Place[] = [];
  for (let child = element; child.parentElement; child = child.parentElement) {
    places.push({ parent: child.parentElement, at: [...child.parentElement.children].indexOf(child) });
  }
  return places;
}

/** What follows in the nearest part of the page that is still there, else what comes before. */
function nextIn(places: readonly Place[]): HTMLElement | null {
  for (const { parent, at } of places) {
    if (!parent.isConnected) continue;
    if (parent.matches("main") || parent.querySelector("main")) return null;
    const children = [...parent.children];
    const [before, after] = [children.slice(0, at).reverse(), children.slice(at)];
    for (const child of [...after, ...before]) {
      const found = [child, ...child.querySelectorAll(tabbable)].find((one) => one.matches(tabbable) && isUsable(one));
      if (found) return found as HTMLElement;
    }
  }
  return null;
}

const tabbable =
  ":is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled, [type=hidden], [tabindex='-1'])";
