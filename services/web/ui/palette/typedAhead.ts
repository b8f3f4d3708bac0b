/** Gives up if no field comes, such as without a network, in ms. */
const longest = 3_000;

let text = "";
let stop: () => void = () => {};

/** Keeps what is typed from now on for a search field that is about to open. */
export function typeAhead(): void {
  stop();
  text = "";
  const onKey = (event: KeyboardEvent) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isText) return;
    text += event.key;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("keydown", onKey, true);
  const timer = setTimeout(() => stop(), longest);
  stop = () => {
    clearTimeout(timer);
    removeEventListener("keydown", onKey, true);
  };
}

/** Returns what was typed until the field was there. */
export function takeTyped(): string {
  stop();
  const typed = text;
  text = "";
  return typed;
}
