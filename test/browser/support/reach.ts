import type { Page } from "playwright-core";

/** Widths of phones, tablets, half windows and zoomed windows. */
export const widths = Array.from({ length: 57 }, (_, index) => 320 + 20 * index);

/**
 * Returns the visible controls that a click at their middle doesn't reach, with what lies over them. Scrolls through the page, and
 * back to its top: a control that a sticky bar covers is reached once it is scrolled out from under it.
 */
export const unreachedControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>("button, a[href], input, select, textarea, summary, [role=row]"),
    ].filter((it) => !it.matches(":disabled, [aria-disabled=true]") && !it.closest("[inert], [aria-hidden=true]"));
    /** Returns the element that a click at the middle of its first line hits. Undefined if that isn’t in view. */
    const hitOf = (control: HTMLElement): Element | null | undefined => {
      // a hidden field has a label to click, and a canvas of nodes is moved under its bars
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return undefined;
      if (control.closest(".react-flow__viewport")) return undefined;
      const box = control.getClientRects()[0] ?? new DOMRect();
      if (box.width <= 1 || box.height <= 1) return undefined;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      return isClipped(control, x, y) ? undefined : document.elementFromPoint(x, y);
    };
    const isClipped = (element: HTMLElement, x: number, y: number): boolean => {
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return true;
      for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflow === "visible") continue;
        const { left, right, top, bottom } = parent.getBoundingClientRect();
        if (x < left || x >= right || y < top || y >= bottom) return true;
      }
      return false;
    };
    // a drawer lies over the page on purpose
    const isReached = (control: HTMLElement, hit: Element): boolean =>
      control.contains(hit) || hit.closest("label")?.control === control || isInDrawer(hit, control);
    const isInDrawer = (hit: Element, control: HTMLElement): boolean =>
      hit.closest("aside") !== null && hit.closest("aside") !== control.closest("aside");
    const named = (element: Element | null): string =>
      element
        ? `${element.localName}.${element.getAttribute("class")} ${element.textContent?.slice(0, 40)}`
        : "nothing";
    const covered = new Map<HTMLElement, string>();
    const reached = new Set<HTMLElement>();
    const end = document.documentElement.scrollHeight - innerHeight;
    for (let top = 0; top < end + innerHeight / 2; top += innerHeight / 2) {
      scrollTo({ top, behavior: "instant" });
      for (const control of controls) {
        if (reached.has(control)) continue;
        const hit = hitOf(control);
        if (hit === undefined) continue;
        if (hit && isReached(control, hit)) reached.add(control);
        else covered.set(control, `${named(control)} is under ${named(hit)}`);
      }
      if (top >= end) break;
    }
    scrollTo({ top: 0, behavior: "instant" });
    return [...covered].filter(([control]) => !reached.has(control)).map(([, fault]) => fault);
  });
