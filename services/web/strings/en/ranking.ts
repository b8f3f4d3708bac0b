/** What a ranking says. */

export const rankAll = "Put all of them in order: choose them one after the other, or drag them.";
export const rankSome = (least: number) =>
  `Put at least ${least} in order: choose them one after the other, or drag them.`;
export const rankAny = "Choose them one after the other, or drag them.";
export const rankKeys = "Press a number to give a place, or Alt with ↑ and ↓ to move.";
export const place = (at: number, count: number) => `, place ${at} of ${count}`;
export const noPlace = ", no place yet";
export const nowPlace = (label: string, at: number, count: number) => `${label} has place ${at} of ${count}`;
export const nowNoPlace = (label: string) => `${label} has no place any more`;
export const moveUp = (label: string) => `Move ${label} up`;
export const moveDown = (label: string) => `Move ${label} down`;
export const takePlace = (label: string) => `Take away the place of ${label}`;
