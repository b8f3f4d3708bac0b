import styles from "./tooltips.module.css";

/** ms with the pointer on a control; none while another tooltip was shown a moment ago */
const delay = 500;
const moment = 300;
/** px between a control and its tooltip, and from both to the window's edge */
const gap = 6;

const dismissing = ["Escape", "Enter", " "];

let tip: HTMLElement | null = null;
/** the control with the shown or coming tooltip */
let control: Element | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let hiddenAt = -moment;

/**
 * Shows the accessible name of icon-only controls under the pointer or the keyboard's focus, and the shortcut in their
 * `data-keys`. One element in the top layer serves all controls. Screen readers, which read the name itself, skip it. Escape
 * hides it, and it stays under the pointer (WCAG 1.4.13).
 */
export function showTooltips(): void {
  // before components, which keep some from the document
  const listen: typeof document.addEventListener = (name: string, listener: EventListenerOrEventListenerObject) =>
    document.addEventListener(name, listener, true);
  listen("pointerover", ({ target, pointerType }) => {
    if (pointerType === "touch" || (target instanceof Node && tip?.contains(target))) return;
    const next = namedByIcon(target);
    if (next !== control) expect(next, performance.now() - hiddenAt < moment ? 0 : delay);
  });
  // focus that moves elsewhere leaves the tooltip under the pointer
  listen("focusin", ({ target }) => {
    const next = namedByIcon(target, ":focus-visible");
    if (next) expect(next, 0);
  });
  listen("focusout", ({ target }) => target === control && hide());
  listen("pointerdown", dismiss);
  listen("keydown", ({ key }) => dismissing.includes(key) && dismiss());
  listen("scroll", dismiss);
}

/** The control around a target if it has a name but no text. */
function namedByIcon(target: EventTarget | null, state = "*"): Element | null {
  const found = target instanceof Element ? target.closest("button[aria-label], a[aria-label]") : null;
  return found?.matches(state) && found.textContent?.trim() === "" ? found : null;
}

function expect(next: Element | null, after: number): void {
  hide();
  control = next;
  if (next) timer = setTimeout(() => show(next), after);
}

function hide(): void {
  clearTimeout(timer);
  control = null;
  if (!tip?.matches(":popover-open")) return;
  hiddenAt = performance.now();
  tip.hidePopover();
}

/** Hides it until the pointer or the focus comes back. */
function dismiss(): void {
  const kept = control;
  hide();
  control = kept;
}

function show(next: Element): void {
  const name = next.getAttribute("aria-label");
  if (!name || !next.isConnected || next.getAttribute("aria-expanded") === "true") return;
  tip ??= element();
  tip.textContent = name;
  const keys = next.getAttribute("data-keys");
  if (keys) tip.append(Object.assign(document.createElement("kbd"), { textContent: keys }));
  tip.showPopover();
  place(tip, next.getBoundingClientRect());
}

function element(): HTMLElement {
  const made = document.createElement("div");
  made.popover = "manual";
  made.ariaHidden = "true";
  made.className = styles.tip as string;
  return document.body.appendChild(made);
}

/** Places it below its control, or above if there is no room, and within the window. */
function place(shown: HTMLElement, { left, top, bottom, width }: DOMRect): void {
  const { offsetWidth, offsetHeight } = shown;
  const { clientWidth, clientHeight } = document.documentElement;
  const x = Math.min(left + width / 2 - offsetWidth / 2, clientWidth - offsetWidth - gap);
  const y = bottom + gap + offsetHeight > clientHeight ? top - gap - offsetHeight : bottom + gap;
  Object.assign(shown.style, { left: `${Math.max(gap, x)}px`, top: `${y}px` });
}
