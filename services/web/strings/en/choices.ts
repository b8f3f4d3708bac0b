/** Texts of questions with options. */

export const continuesOnClick = "Click or tap an answer to continue.";
export const clearAnswer = "Clear answer";
export const other = "Other";
export const otherAnswer = "Your answer";
export const otherPlaceholder = "Type your answer…";
/** "2 of 3 chosen", or "2 chosen" without a limit. */
export const chosen = (count: number, max: number | null) =>
  max === null ? `${count} selected` : `${count} of ${max} selected`;
export const limitReached = (max: number) => `You can choose up to ${max}. Clear one to choose another.`;
export function howMany(min: number, max: number | null): string | null {
  if (max === null) return min > 1 ? `Choose at least ${min}.` : null;
  if (min === max) return `Choose ${min}.`;
  return min > 1 ? `Choose ${min} to ${max}.` : `Choose up to ${max}.`;
}
export const stars = (count: number) => (count === 1 ? "1 star" : `${count} stars`);
