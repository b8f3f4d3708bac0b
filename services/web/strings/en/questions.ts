/** What questions say to respondents beside what their owner wrote. */

export const required = "required";
export const clearAnswer = "Clear answer";
export const loading = "Loading the question …";

/** Keys are only told of where there is a keyboard. */
export const goesOn = "Click or tap an answer to go on.";
export const lettersChoose = "Or press its letter, then Enter.";
export const digitsChoose = "Or press its number, then Enter.";
export const lettersToggle = "Letters choose too; Enter continues.";
export const lineOrContinue = "Enter starts a new line; Ctrl or ⌘ + Enter continues.";

export const placeholder = "Type your answer here …";
export const emailPlaceholder = "name@example.com";
export const numberPlaceholder = "0";
export const changeSign = "Change the sign";

export const other = "Other";
export const otherAnswer = "Your answer";
export const otherPlaceholder = "Write your answer …";

export const choose = "Choose …";
export const search = "Type to search …";
export const showAll = "Show all options";
export const otherTyped = (text: string) => `Use “${text}”`;
export const nothingFound = "Nothing matches. Try fewer letters.";
export const found = (count: number) => (count === 1 ? "1 option" : `${count} options`);

export const charactersUsed = (used: string, most: string) => `${used} / ${most}`;
export const charactersLeft = (left: number) =>
  left < 0 ? `${-left} ${characters(-left)} too many` : `${left} ${characters(left)} left`;
export const characters = (count: number) => (count === 1 ? "character" : "characters");

/** "2 of 3 chosen", or "2 chosen" where there is no limit. */
export const chosen = (count: number, most: number | null) =>
  most === null ? `${count} chosen` : `${count} of ${most} chosen`;
export const limitReached = (most: number) =>
  `That is all you can choose. To choose another, give up one of the ${most}.`;
export function howMany(least: number, most: number | null): string | null {
  if (most === null) return least > 1 ? `Choose at least ${least}.` : null;
  if (least === most) return `Choose ${least}.`;
  return least > 1 ? `Choose ${least} to ${most}.` : `Choose up to ${most}.`;
}

export const rankAll = "Put all of them in order: choose them one after the other, or drag them.";
export const rankSome = (least: number) =>
  `Put at least ${least} in order: choose them one after the other, or drag them.`;
export const rankAny = "Choose them one after the other, or drag them.";
export const rankKeys = "Press a number to give a place, or Alt with ↑ and ↓ to move.";
export const place = (label: string, at: number, count: number) => `${label}, place ${at} of ${count}`;
export const noPlace = (label: string) => `${label}, no place yet`;
export const nowPlace = (label: string, at: number, count: number) => `${label} has place ${at} of ${count}`;
export const nowNoPlace = (label: string) => `${label} has no place any more`;
export const moveUp = (label: string) => `Move ${label} up`;
export const moveDown = (label: string) => `Move ${label} down`;
export const takePlace = (label: string) => `Take away the place of ${label}`;

export const stars = (count: number) => (count === 1 ? "1 star" : `${count} stars`);
export const between = (least: string, most: string) => `From ${least} to ${most}`;
export const atLeast = (least: string) => `${least} or more`;
export const atMost = (most: string) => `${most} or less`;
export const fromDay = (day: string) => `From ${day}`;
export const untilDay = (day: string) => `Until ${day}`;
export const betweenDays = (first: string, last: string) => `From ${first} to ${last}`;

export const country = "Country";
export const anyCountry = "International";

export const addFile = "Choose a file";
export const addFiles = "Choose files";
export const dropFiles = "or drop it here";
export const dropSeveral = "or drop them here";
export const uploading = (name: string, percent: number) => `${name}: ${percent} % uploaded`;
export const uploaded = (name: string) => `${name} is uploaded`;
export const removed = (name: string) => `${name} is removed`;
export const remove = (name: string) => `Remove ${name}`;
export const tryAgain = (name: string) => `Try again: ${name}`;
export const again = "Try again";
export const fileNumber = (number: number) => `File ${number}`;
export const noMoreFiles = (most: number) =>
  most === 1 ? "To send another file, remove this one first." : `That is all ${most} files. Remove one to add another.`;
export const fileSize = (size: string, unit: "kB" | "MB") => `${size} ${unit}`;
export const fileLimits = (most: number, megabytes: string, kinds: string) =>
  `${most === 1 ? "One file" : `Up to ${most} files`} of at most ${megabytes} MB${most === 1 ? "" : " each"}: ${kinds}`;
export const anyKind = "any kind";
export const kinds: Readonly<Record<string, string>> = {
  "image/*": "images",
  "audio/*": "sound",
  "video/*": "videos",
  "text/*": "text",
  "application/pdf": "PDF",
};

export const score = "Your score";
export const sending = "Sending your answers …";
export const redirectsIn = (seconds: number) =>
  seconds === 1 ? "You will be taken on in 1 second." : `You will be taken on in ${seconds} seconds.`;
export const stayHere = "Stay here";
export const goOn = "Continue";
