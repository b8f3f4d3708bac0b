/** Texts of ranking. */

export const rankAll = "Rank all options: select them in order or drag them.";
export const rankSome = (min: number) => `Rank at least ${min} options: select them in order or drag them.`;
export const rankAny = "Rank the options: select them in order or drag them.";
export const rankKeys = "Press a number to set the rank, or Alt with ↑ or ↓ to move the option.";
export const ranked = (rank: number, count: number) => `, ranked ${rank} of ${count}`;
export const notRanked = ", not ranked";
export const nowRanked = (label: string, rank: number, count: number) => `${label} ranked ${rank} of ${count}`;
export const nowNotRanked = (label: string) => `${label} removed from the ranking`;
export const moveUp = (label: string) => `Move ${label} up`;
export const moveDown = (label: string) => `Move ${label} down`;
export const removeRank = (label: string) => `Remove ${label} from the ranking`;
