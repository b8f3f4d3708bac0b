/** Gives up if no field comes, such as without a network, in ms. */
const longest = 3_000;

let text = "";
let stop: () => void = () => {};

/** Keeps what is typed from now on for a search field that is about to open. */
export function typeAhead(): void {
  stop();
  text = "";
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || key === "Escape") return;
    if (key === "Backspace") text = text.slice(0, -1);
    else if (key.length === 1) text += key;
    // nor may Enter act on the page
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("keydown", onKey, true);
  const timer = setTimeout(takeTyped, longest);
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
