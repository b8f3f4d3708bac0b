/** Texts of the conditions that an answer must meet. Loaded with their form. */

export const title = "Check the answer";
export const help = "An answer must meet all of these. Respondents see the message of the first one it doesn’t.";
export const check = (number: number) => `Check ${number}`;
export const move = (number: number) => `Move check ${number}`;
export const remove = (number: number) => `Remove check ${number}`;
/** Before the condition, which begins with “If”. */
export const acceptOnly = (number: number) => `Check ${number}: accept the answer only`;
export const message = (number: number) => `Message if check ${number} fails`;
export const add = "Add check";
export const firstMessage = "Enter another answer.";
