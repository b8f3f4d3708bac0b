/** Replaces validator's `merge`, which asks for the type of objects in browsers without symbols. */
export default (options: object = {}, defaults: object = {}): object => ({ ...defaults, ...options });
