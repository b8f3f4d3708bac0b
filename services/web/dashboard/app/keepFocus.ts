/**
 * Keeps the focus from falling back to the body, where keys do nothing and screen readers are silent (WCAG 2.4.3). A new
 * page focuses its heading, unless something else took the focus. If the focused element disappears or is disabled, the next
 * one gets the focus, but not after a pointer event. Dialogs and menus restore the focus themselves. If what opened one is
 * gone, the next element there gets the focus, also after a pointer event: keys would start at the end of the document.
 */
export function keepFocus(onNewPage: (listener: () => void) => void): void {
  let last: Element | null = null;
  /** the last one in the page, which opened the dialog or the menu over it */
  let opener: Element | null = null;
  let positions: Position[] = [];
  /** element that opened the page whose heading isn't there yet */
  let left: Element | null = null;
  let isHeadingDue = false;
  let byPointer = false;
  /** the user has done something on this page */
  let isUsed = false;

  const look = () => {
    const active = document.activeElement;
    if (isHeadingDue) {
      // a dialog whose opener is gone gives the focus to anything, such as a toast
      const isMeant = isUsed || active?.closest("main, [role=dialog]") != null;
      const isTaken = !isNowhere(active) && active !== left && isMeant;
      if (isTaken || focusHeading()) isHeadingDue = false;
    } else if (isNowhere(active) && last && !isUsable(last) && !(byPointer && last === opener)) {
      const next = opener && isUsable(opener) ? (opener as HTMLElement) : nextIn(positions);
      if (next) next.focus();
      else focusHeading();
    }
  };
  // a closing dialog needs a frame to restore the focus
  const soon = () => requestAnimationFrame(() => requestAnimationFrame(look));

  document.addEventListener("focusin", ({ target }) => {
    last = target as Element;
    if (!last.closest("#dashboard")) return;
    opener = last;
    positions = positionsOf(last);
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
    // buttons that go from response to response keep the focus
    isHeadingDue = isNowhere(left) || left?.closest("nav a") != null;
    soon();
  });
}

/** Returns false if the page has no heading yet. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** Position of an element in the document. */
interface Position {
  parent: Element;
  at: number;
}

const isNowhere = (active: Element | null): boolean =>
  active === null || active === document.body || active.matches(":disabled");

const isUsable = (element: Element): boolean =>
  element.isConnected && !element.matches(":disabled") && element.checkVisibility();

/** Returns the positions of an element and its ancestors. */
function positionsOf(element: Element): Position[] {
  const positions: Position[] = [];
  for (let child = element; child.parentElement; child = child.parentElement) {
    positions.push({ parent: child.parentElement, at: [...child.parentElement.children].indexOf(child) });
  }
  return positions;
}

/** Returns the next element in the nearest remaining ancestor, or else the previous one. */
function nextIn(positions: readonly Position[]): HTMLElement | null {
  for (const { parent, at } of positions) {
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
