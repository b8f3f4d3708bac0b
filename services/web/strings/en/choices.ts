/** What questions with answers to choose from say. Keys are only told of where there is a keyboard. */

export const goesOn = "Click or tap an answer to go on.";
export const lettersChoose = "Or press its letter, then Enter.";
export const digitsChoose = "Or press its number, then Enter.";
export const lettersToggle = "Letters choose too; Enter continues.";
export const clearAnswer = "Clear answer";
export const other = "Other";
export const otherAnswer = "Your answer";
export const otherPlaceholder = "Write your answer …";
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
export const stars = (count: number) => (count === 1 ? "1 star" : `${count} stars`);
