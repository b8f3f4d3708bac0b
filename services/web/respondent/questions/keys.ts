/** What a key means in a group of answers (web.md §3, Keys): arrows move the focus, letters and digits choose. */

/** The part of a KeyboardEvent that is looked at. */
export interface Key {
  key: string;
  code?: string;
  altKey?: boolean;
  ctrlKey?: boolean;
  metaKey?: boolean;
  isComposing?: boolean;
  keyCode?: number;
}

/** Enter, unless it only ends the writing of a syllable: Safari sends that one with the keyCode 229 alone. */
export function isEnter({ key, isComposing, keyCode }: Key): boolean {
  return key === "Enter" && !isComposing && keyCode !== 229;
}

export function hasModifier({ altKey, ctrlKey, metaKey }: Key): boolean {
  return Boolean(altKey || ctrlKey || metaKey);
}

/**
 * Where the focus goes from the item `index` of `count`, or null for a key that moves nothing. Left and right change
 * places where the text runs from right to left. From the last it goes on to the first.
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

/** The letter that chooses an item; items after the 26th have none. */
export function letterOf(index: number): string | undefined {
  return alphabet[index];
}

/** The item that a letter chooses: A the first. On a keyboard of another script the key where that letter is on a Latin one. */
export function itemOfLetter(key: Key, count: number): number | null {
  const index = alphabet.indexOf(latinLetter(key) || "-");
  return index >= 0 && index < count ? index : null;
}

/** The Latin letter of a key in capitals, or "". */
export function latinLetter({ key, code = "" }: Key): string {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  const isOtherScript = /^[^\0-\x7f]$/u.test(key);
  return (isOtherScript && /^Key([A-Z])$/.exec(code)?.[1]) || "";
}

/** Digits that were typed one shortly after the other. */
export interface Typed {
  digits: string;
  /** ms; when the last of them was typed */
  at: number;
}

const typedTogether = 1_000;

/**
 * What the digits typed so far say, after one more: "1", then "0" within a second, is 10. A number that is not among
 * `choices` begins anew with the last digit. null: the key is no digit.
 */
export function typedDigit(
  typed: Typed,
  { key }: Key,
  at: number,
  choices: readonly number[],
): (Typed & { choice: number | null }) | null {
  if (!/^\d$/.test(key)) return null;
  const isNext = at - typed.at < typedTogether;
  const candidates = isNext ? [typed.digits + key, key] : [key];
  for (const digits of candidates) {
    if (choices.includes(Number(digits))) return { digits, at, choice: Number(digits) };
  }
  return { digits: key, at, choice: null };
}
