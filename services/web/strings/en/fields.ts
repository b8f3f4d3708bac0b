/** What questions with a field to write in say. */

export const placeholder = "Type your answer here …";
export const emailPlaceholder = "name@example.com";
export const numberPlaceholder = "0";
export const changeSign = "Change the sign";
export const lineOrContinue = "Enter starts a new line; Ctrl or ⌘ + Enter continues.";
export const charactersUsed = (used: string, most: string) => `${used} / ${most}`;
export const charactersLeft = (left: number) =>
  left < 0 ? `${-left} ${characters(-left)} too many` : `${left} ${characters(left)} left`;
export const characters = (count: number) => (count === 1 ? "character" : "characters");
export const between = (least: string, most: string) => `From ${least} to ${most}`;
export const atLeast = (least: string) => `${least} or more`;
export const atMost = (most: string) => `${most} or less`;
export const fromDay = (day: string) => `From ${day}`;
export const untilDay = (day: string) => `Until ${day}`;
export const betweenDays = (first: string, last: string) => `From ${first} to ${last}`;
export const country = "Country";
export const anyCountry = "International";
