/** Its message is for the person in front of the page. */
export class PlainError extends Error {}
