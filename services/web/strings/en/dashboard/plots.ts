/** Texts that all charts share. */

import { numberText } from "./numbers.ts";

export const asTable = "Show table";
export const ofPlot = (title: string): string => `: ${title}`;
export const follow = (text: string): string => `${text}. Open these responses`;
export const arrowsHint = "Use the arrow keys to move.";
export const range = (from: number, to: number): string => (from === to ? String(from) : `${from} – ${to}`);
export const inBin = (bin: string, count: number): string => `${bin}: ${numberText(count)}`;
