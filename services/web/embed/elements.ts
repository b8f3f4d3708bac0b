import { type EmbedWords, embeds } from "../../../shared/languages/embeds.ts";
import { wordsFor } from "../../../shared/languages/languages.ts";

export type Mode = "inline" | "popup" | "slider";

/** Returns the words in a language, and the one that they are in. `data-lang` asks for the language of the form. */
export function wordsIn(tag: string | undefined): EmbedWords & { lang: string } {
  const lang = tag ? wordsFor(tag) : "en";
  return { ...embeds[lang], lang };
}

/**
 * Creates the frame of a form. Hidden fields become query parameters (decisions §5): `data-hidden-plan="pro"` is `plan=pro`. Answers
 * stand behind `#`, which reaches no server (features §16): `data-answer-q1="yes"` is `answer.q1=yes`.
 */
export function frameOf(element: HTMLElement, server: string | undefined, mode: Mode): HTMLIFrameElement {
  const { pathform = "", lang, title = wordsIn(lang).form } = element.dataset;
  const answers = new URLSearchParams();
  const url = new URL(`/f/${encodeURIComponent(pathform)}`, server);
  for (const { name, value } of element.attributes) {
    const [, use, key = ""] = /^data-(hidden|answer)-(.*)/.exec(name) ?? [];
    if (use === "hidden") url.searchParams.set(key, value);
    else if (use) answers.append(`answer.${key}`, value);
  }
  if (lang) url.searchParams.set("lang", lang);
  url.hash = answers.toString();
  url.searchParams.set("embed", mode);
  const frame = document.createElement("iframe");
  frame.src = url.href;
  frame.title = title;
  style(frame, {
    border: "0",
    borderRadius: mode === "slider" ? "0" : "1rem",
    display: "block",
    width: "100%",
    height: mode === "inline" ? "30rem" : "100%",
  });
  return frame;
}

/** Returns the element's own button, or a new one. */
export function buttonOf(element: HTMLElement): HTMLElement {
  const own = element.querySelector<HTMLElement>("button, a");
  if (own) return own;
  const words = wordsIn(element.dataset.lang);
  const button = newButton(element.dataset.label || words.open, {
    padding: ".75rem 1.5rem",
    background: element.dataset.button || "#54d",
    color: "#fff",
    font: "inherit",
  });
  if (!element.dataset.label) button.lang = words.lang;
  element.append(button);
  return button;
}

export function closeButton(close: () => void): HTMLButtonElement {
  const button = newButton("×", {
    position: "absolute",
    insetBlockStart: ".75rem",
    insetInlineEnd: ".75rem",
    width: "2.5rem",
    height: "2.5rem",
    background: "#fff",
    color: "#111",
    font: "1.5rem sans-serif",
  });
  button.addEventListener("click", close);
  return button;
}

function newButton(text: string, look: Partial<CSSStyleDeclaration>): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  style(button, { border: "0", borderRadius: "2rem", cursor: "pointer", ...look });
  return button;
}

/** Creates a dialog within the viewport: a centered popup, or a slider at the inline end. */
export function dialogOf(mode: Exclude<Mode, "inline">, name: string, children: Node[]): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", name);
  const common = {
    padding: "0",
    border: "0",
    background: "#fff",
    maxWidth: "100%",
    maxHeight: "100%",
  };
  const popup = { width: "min(48rem,92vw)", height: "min(44rem,92dvh)", borderRadius: "1rem" };
  const slider = { width: "min(28rem,100vw)", height: "100dvh", margin: "0", marginInlineStart: "auto" };
  style(dialog, { ...common, ...(mode === "popup" ? popup : slider) });
  dialog.append(...children);
  return dialog;
}

/** Moves a dialog in, or out if reversed. Animations aren't styles, so a site's policy can't block them. */
export function move(dialog: HTMLDialogElement, mode: Mode, direction: PlaybackDirection): Promise<unknown> {
  const isStill = matchMedia("(prefers-reduced-motion:reduce)").matches;
  const timing = { duration: isStill ? 0 : 220, easing: "cubic-bezier(.16,1,.3,1)", direction };
  const side = getComputedStyle(dialog).direction === "rtl" ? "-100%" : "100%";
  const away = mode === "popup" ? { opacity: 0, transform: "translateY(1rem)" } : { transform: `translateX(${side})` };
  dialog.animate({ background: ["#0000", "#0008"] }, { ...timing, fill: "both", pseudoElement: "::backdrop" });
  return dialog.animate([away, { opacity: 1, transform: "none" }], timing).finished;
}

/** Sets styles one by one, because a site's policy can forbid style attributes. */
function style(element: HTMLElement, declarations: Partial<CSSStyleDeclaration>): void {
  Object.assign(element.style, declarations);
}
