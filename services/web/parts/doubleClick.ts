let clicks = 0;
addEventListener("click", ({ detail }) => (clicks = detail), true);
addEventListener("keydown", () => (clicks = 0), true);

/**
 * Is what happens just now the second click of a double click? What the first has begun may be done by then, and something
 * else may stand in its place: a list's next row, the page below a dialog.
 */
export const isSecondClick = (): boolean => clicks > 1;
