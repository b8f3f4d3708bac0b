let clicks = 0;
addEventListener("click", ({ detail }) => (clicks = detail), true);
addEventListener("keydown", () => (clicks = 0), true);

/**
 * Is what happens just now the second click of a double click? What the first has begun may be done by then, and something
 * else may stand in its place: a list's next row, the page below a dialog.
 */
export const isSecondClick = (): boolean => clicks > 1;

/** ms and px from a click to one that belongs to it */
const together = { time: 500, distance: 8 };
let ended: { dialog: Element; x: number; y: number; at: number } | null = null;
let isStray = false;

/** The second click on what ends a dialog would hit whatever is below it, which nobody aimed at: it hits nothing. */
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
for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick"] as const)
  addEventListener(type, shield, true);
