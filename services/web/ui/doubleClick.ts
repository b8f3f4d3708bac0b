let clicks = 0;
addEventListener("click", ({ detail }) => (clicks = detail), true);

/**
 * True during the second click of a double click. The first one may have changed what is under the pointer, such as the next
 * row of a list.
 */
export const isSecondClick = (): boolean => clicks > 1;

/** maximum ms and px between the clicks */
const together = { time: 500, distance: 8 };
let ended: { dialog: Element; x: number; y: number; at: number } | null = null;
let isStray = false;

/** Blocks the second click after a dialog closes, because it would hit what is below. */
function shield(event: PointerEvent | MouseEvent): void {
  const { type, target, isTrusted, clientX: x, clientY: y, timeStamp: at } = event;
  if (type === "pointerdown") {
    const isNear = ended && at - ended.at < together.time && Math.hypot(x - ended.x, y - ended.y) < together.distance;
    isStray = isTrusted && isNear === true && ended?.dialog.isConnected === false;
  }
  if (isStray) {
    event.stopImmediatePropagation();
    event.preventDefault();
  } else if (type === "click") {
    const dialog = target instanceof Element ? target.closest("[role=dialog]") : null;
    ended = dialog && { dialog, x, y, at };
  }
}
// a key between two clicks ends a double click
addEventListener(
  "keydown",
  () => {
    clicks = 0;
    ended = null;
  },
  true,
);
for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick"] as const)
  addEventListener(type, shield, true);
