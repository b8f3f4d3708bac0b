import type { EarlyWindow } from "./hearEarly.ts";

/**
 * Remembers taps, keys in groups of options, and “Continue” from before hydration (hearEarly.ts). Returns a function that repeats
 * them, also on a page in another language that replaced the gateway's, and resolves to one that continues. Texts are in their
 * fields already.
 */
export function rememberEarly(root: HTMLElement): () => Promise<() => void> {
  const { early = [] }: EarlyWindow = window;
  const buttons = () => [...root.querySelectorAll<HTMLElement>("button")];
  const served = buttons();
  return () => {
    const drawn = buttons();
    return repeat(early, (control) => drawn[served.indexOf(control)] ?? control);
  };
}

const controlOf = ({ target }: Event, controls = "button,input,textarea,select") =>
  (target as Element).closest<HTMLElement>(controls);

/** Returns a function that submits, if that was last. */
async function repeat(early: readonly Event[], shown: (control: HTMLElement) => HTMLElement): Promise<() => void> {
  const focused = document.activeElement as HTMLElement;
  const events = early.filter((event) => event.type !== "click" || controlOf(event));
  let keysIn: HTMLElement | null = null;
  // the page took the key of which the browser made a click or a submit
  let isTaken = false;
  for (const event of events) {
    // the next tap adds to what this one has drawn
    await null;
    const { type, detail, key } = event as KeyboardEvent;
    const button = controlOf(event, "[type=button]");
    const hearing = button ?? (key === "Enter" ? controlOf(event) : null);
    if (type === "click") {
      isTaken &&= !detail;
      if (button && !isTaken) shown(button).click();
    } else if (type === "keydown" && hearing) {
      // an earlier key may have moved the focus in this group
      if (hearing !== keysIn) shown(hearing).focus({ preventScroll: true });
      keysIn = hearing;
      isTaken = !document.activeElement?.dispatchEvent(new KeyboardEvent(type, event as KeyboardEvent));
    }
  }
  if (keysIn && shown(keysIn) !== focused) focused.focus({ preventScroll: true });
  return events.at(-1)?.type === "submit" && !isTaken ? submitUnlessFollowed() : () => undefined;
}

/** A key or tap after a submit may change the answer, or be another submit. Waits for a file that is uploading. */
function submitUnlessFollowed(): () => Promise<void> {
  let isFollowed = false;
  const follow = () => {
    isFollowed = true;
  };
  for (const type of ["keydown", "click", "submit"]) addEventListener(type, follow);
  return async () => {
    const button = document.querySelector<HTMLButtonElement>("#question [type=submit]");
    // while a file is uploading
    while (button?.disabled && button.isConnected) await new Promise(requestAnimationFrame);
    if (!isFollowed) button?.form?.requestSubmit();
  };
}
