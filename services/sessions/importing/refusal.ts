/** Why a file or its mapping isn't taken. Each message starts with its field, as in `file: must not be empty`. */
export class Refusal extends Error {
  readonly errors: readonly string[];

  constructor(...errors: [string, ...string[]]) {
    super(errors.join("; "));
    this.errors = errors;
  }
}
