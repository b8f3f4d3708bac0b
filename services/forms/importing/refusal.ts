/** A document that can't be imported. `message` is an item of the response's `errors`. */
export class Refusal extends Error {}
