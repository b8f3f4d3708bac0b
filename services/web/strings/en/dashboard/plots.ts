/** Texts of all charts. */

export const asTable = "Show table";
export const hideTable = "Hide table";
export const ofPlot = (title: string): string => `: ${title}`;
export const follow = (text: string): string => `${text}. Open these responses`;
export const arrowsHint = "Use the arrow keys to move.";
