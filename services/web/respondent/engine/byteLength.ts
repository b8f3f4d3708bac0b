/** Replaces validator's `isByteLength`, of which `isEmail` uses the maximum. */
export default (text: string, { max }: { max: number }): boolean => new TextEncoder().encode(text).length <= max;
