/** Texts of questions with a text field. */

export const placeholder = "Type your answer here…";
export const emailPlaceholder = "name@example.com";
export const numberPlaceholder = "0";
export const changeSign = "Change the sign";
export const charactersUsed = (used: string, max: string) => `${used} of ${max}`;
export const charactersLeft = (left: number) =>
  left < 0 ? `${-left} ${characters(-left)} too many` : `${left} ${characters(left)} left`;
export const characters = (count: number) => (count === 1 ? "character" : "characters");
export const between = (min: string, max: string) => `From ${min} to ${max}`;
export const atLeast = (min: string) => `${min} or more`;
export const atMost = (max: string) => `${max} or less`;
export const fromDay = (day: string) => `From ${day}`;
export const untilDay = (day: string) => `Until ${day}`;
export const betweenDays = (first: string, last: string) => `From ${first} to ${last}`;
export const country = "Country";
export const anyCountry = "International";
