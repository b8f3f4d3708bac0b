export type Mode = "inline" | "popup" | "slider";

const hiddenPrefix = "data-hidden-";

/**
 * Creates the frame of a form. Hidden fields become query parameters (decisions §5): `data-hidden-plan="pro"` is `plan=pro`.
 */
export function frameOf(element: HTMLElement, origin: string, mode: Mode): HTMLIFrameElement {
  const { pathform = "", title = "Form" } = element.dataset;
  const url = new URL(`/f/${encodeURIComponent(pathform)}`, origin);
  for (const { name, value } of element.attributes) {
    if (name.startsWith(hiddenPrefix)) url.searchParams.set(name.slice(hiddenPrefix.length), value);
  }
  url.searchParams.set("embed", mode);
  const frame = document.createElement("iframe");
  frame.src = url.href;
  frame.title = title;
  style(frame, { border: "0", display: "block", width: "100%", height: mode === "inline" ? "30rem" : "100%" });
  return frame;
}

/** Returns the element's own button, or a new one. */
export function buttonOf(element: HTMLElement): HTMLElement {
  const own = element.querySelector<HTMLElement>("button, a");
  if (own) return own;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = element.dataset.label || "Open the form";
  if (!element.dataset.label) button.lang = "en";
  element.append(button);
  return button;
}

export function closeButton(close: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "×";
  button.lang = "en";
  button.setAttribute("aria-label", "Close");
  const corner = {
    position: "absolute",
    insetBlockStart: "0.5rem",
    insetInlineEnd: "0.5rem",
    width: "2.5rem",
    height: "2.5rem",
  };
  style(button, {
    ...corner,
    border: "0",
    borderRadius: "50%",
    background: "#fff",
    color: "#111",
    font: "1.5rem/1 sans-serif",
  });
  button.addEventListener("click", close);
  return button;
}

/** Creates a dialog within the viewport: a centered popup, or a slider at the inline end. */
export function dialogOf(mode: Exclude<Mode, "inline">, name: string, children: Node[]): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", name);
  const common = {
    padding: "0",
    border: "0",
    overflow: "hidden",
    background: "#fff",
    maxWidth: "100%",
    maxHeight: "100%",
  };
  const popup = { width: "min(48rem, 92vw)", height: "min(44rem, 92vh)", borderRadius: "0.75rem" };
  const slider = { width: "min(28rem, 100vw)", height: "100vh", margin: "0 0 0 auto" };
  style(dialog, { ...common, ...(mode === "popup" ? popup : slider) });
  dialog.append(...children);
  return dialog;
}

/** Sets styles one by one, because a site's policy can forbid style attributes. */
function style(element: HTMLElement, declarations: Partial<CSSStyleDeclaration>): void {
  Object.assign(element.style, declarations);
}
