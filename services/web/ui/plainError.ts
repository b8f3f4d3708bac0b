/** An error with a message for the user. */
export class PlainError extends Error {}
