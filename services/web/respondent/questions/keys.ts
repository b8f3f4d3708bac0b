/** Keys in a group of options (web.md §3, Keys): arrows move the focus, letters and digits choose. */

/** The used part of a KeyboardEvent. */
export interface Key {
  key: string;
  code?: string;
  altKey?: boolean;
  ctrlKey?: boolean;
  metaKey?: boolean;
  isComposing?: boolean;
  keyCode?: number;
}

/** True for Enter, unless it ends an IME composition. Safari marks that one only by keyCode 229. */
export function isEnter({ key, isComposing, keyCode }: Key): boolean {
  return key === "Enter" && !isComposing && keyCode !== 229;
}

export function hasModifier({ altKey, ctrlKey, metaKey }: Key): boolean {
  return Boolean(altKey || ctrlKey || metaKey);
}

/**
 * Returns the index that the focus moves to from `index`, or null for other keys. Left and right swap in right-to-left text.
 * Wraps around.
 */
export function movedFocus({ key }: Key, index: number, count: number, isRtl = false): number | null {
  const steps: Record<string, number> = {
    ArrowUp: -1,
    ArrowDown: 1,
    ArrowLeft: isRtl ? 1 : -1,
    ArrowRight: isRtl ? -1 : 1,
  };
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return step === undefined ? null : (index + step + count) % count;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Returns the letter that chooses an item, for the first 26. */
export function letterOf(index: number): string | undefined {
  return alphabet[index];
}

/** Returns the index of the item that a letter chooses. On keyboards of other scripts, uses the key's Latin position. */
export function itemOfLetter(key: Key, count: number): number | null {
  const index = alphabet.indexOf(latinLetter(key) || "-");
  return index >= 0 && index < count ? index : null;
}

/** Returns the Latin letter of a key in upper case, or "". */
export const latinLetter = (key: Key): string => latin(key, /^[a-z]$/i).toUpperCase();

/** Returns the key if it fits, or the Latin one at its place on keyboards of other scripts, or "". */
function latin({ key, code = "" }: Key, fits: RegExp): string {
  const place = /^[^\0-\x7f]$/u.test(key) ? code.replace(/^(Key|Digit|Numpad)/, "") : key;
  return fits.test(place) ? place : "";
}

/** Digits typed in quick succession. */
export interface Typed {
  digits: string;
  /** ms, time of the last digit */
  at: number;
}

/** ms. People who hunt for the second key need more than a second. */
const typedTogether = 1_500;

/**
 * Adds a typed digit: "1", then "0" soon after it, is 10. If the number isn't in `choices`, starts over with the last
 * digit. Returns null if the key isn't a digit.
 */
export function typedDigit(
  typed: Typed,
  pressed: Key,
  at: number,
  choices: readonly number[],
): (Typed & { choice: number | null }) | null {
  const key = latin(pressed, /^\d$/);
  if (!key) return null;
  const isNext = at - typed.at < typedTogether;
  const candidates = isNext ? [typed.digits + key, key] : [key];
  for (const digits of candidates) {
    if (choices.includes(Number(digits))) return { digits, at, choice: Number(digits) };
  }
  return { digits: key, at, choice: null };
}
