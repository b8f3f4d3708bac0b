/** A file that can't be read. `errors` are those of the 400. */
export class Refusal extends Error {
  readonly errors: string[];

  constructor(errors: string[]) {
    super(errors[0]);
    this.errors = errors;
  }
}
