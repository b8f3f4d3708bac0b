/**
 * `/embed.js`: shows forms on other sites.
 *
 *   <div data-pathform="slug" data-mode="inline|popup|slider" data-hidden-plan="pro"></div>
 *   <script src="https://forms.example.com/embed.js" async></script>
 *
 * `data-src` names the server if the script can't tell its own address, as inside a bundle. `data-lang` asks for a language of the form. `data-title` names the frame and dialog, `data-label` the button of a popup or slider, and `data-button` is its color. A button inside the element replaces
 * it. Each message of the form becomes an event `pathform` on the element, with `detail: {slug, type}`.
 */
import { directionOf } from "../../../shared/languages/direction.ts";
import { buttonOf, closeButton, dialogOf, frameOf, move, wordsIn } from "./elements.ts";
import { type EmbedMessage, isMessage } from "./message.ts";

const selector = "[data-pathform]";

/** The script's own server. A module isn't the current script, but has a line in the stack. A loader may leave only `data-src`. */
const own = /http[^/]+\/\/[^/\s]+(?=\/embed\.js)/.exec(
  [
    (document.currentScript as HTMLScriptElement | null)?.src,
    Error().stack,
    ...[...document.scripts].map(({ dataset }) => dataset.src),
  ].join(" "),
)?.[0];

declare global {
  interface Window {
    /** Elements with a form, shared by all copies of this script. */
    pathformKnown?: WeakSet<Element>;
  }
}
// biome-ignore lint/suspicious/noAssignInExpressions: shorter, and each site loads it
const known = (window.pathformKnown ??= new WeakSet());

function show(element: HTMLElement): void {
  if (known.has(element)) return;
  known.add(element);
  const { mode } = element.dataset;
  // the site's own address would show the site in itself
  if (!serverOf(element)) console.error("Pathform: no data-src.", element);
  else if (mode === "popup" || mode === "slider") showDialog(element, mode);
  else showInline(element);
}

const serverOf = (element: HTMLElement) => element.dataset.src || own;

function showInline(element: HTMLElement): void {
  const frame = frameOf(element, serverOf(element), "inline");
  element.replaceChildren(frame);
  listen(element, frame, (message) => {
    if (message.type === "height") frame.style.height = `${message.height}px`;
    // the next question may start above the viewport
    if (message.type === "step" && frame.getBoundingClientRect().top < 0) frame.scrollIntoView({ block: "start" });
  });
}

/** Loads the form when first opened, and keeps it when closed. */
function showDialog(element: HTMLElement, mode: "popup" | "slider"): void {
  const opener = buttonOf(element);
  let dialog: HTMLDialogElement | null = null;
  opener.addEventListener("click", (event) => {
    // the button can be a link to the form, for pages without JavaScript
    event.preventDefault();
    dialog ??= addDialog(element, opener, mode);
    dialog.showModal();
    void move(dialog, mode, "normal");
  });
}

function addDialog(element: HTMLElement, opener: HTMLElement, mode: "popup" | "slider"): HTMLDialogElement {
  const frame = frameOf(element, serverOf(element), mode);
  const close = async () => {
    await move(dialog, mode, "reverse");
    dialog.close();
    // Safari doesn't focus a button that is clicked, so the dialog wouldn't return the focus
    opener.focus();
  };
  const button = closeButton(close);
  const dialog = dialogOf(mode, frame.title, [button, frame]);
  const speak = (language: string | undefined) => {
    const words = wordsIn(language);
    button.lang = words.lang;
    // the form keeps the end of its head free for the button
    if (language) button.dir = directionOf(language);
    button.setAttribute("aria-label", words.close);
    dialog.setAttribute("aria-label", frame.title);
  };
  speak(element.dataset.lang);
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    void close();
  });
  listen(element, frame, (message) => {
    if (message.type === "closed") void close();
    if (message.type === "language") speak(message.language);
  });
  element.append(dialog);
  return dialog;
}

/** Handles messages only from the frame's window and its server. */
function listen(element: HTMLElement, frame: HTMLIFrameElement, act: (message: EmbedMessage) => void): void {
  const { origin } = new URL(frame.src);
  addEventListener("message", ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || from !== origin || !isMessage(data)) return;
    // the frame is named in the language that the form shows
    if (data.type === "language" && !element.dataset.title) frame.title = wordsIn(data.language).form;
    act(data);
    const { slug, type } = data;
    if (type !== "height" && type !== "language")
      element.dispatchEvent(new CustomEvent("pathform", { bubbles: true, detail: { slug, type } }));
  });
}

function showAll(): void {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) show(element);
}

showAll();
// forms that are added to the page later
new MutationObserver(showAll).observe(document.documentElement, { childList: true, subtree: true });
