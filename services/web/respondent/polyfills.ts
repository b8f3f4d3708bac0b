/** Polyfills for the domain's code in browsers of early 2023. */
const text = String.prototype as { isWellFormed?: (this: string) => boolean };

text.isWellFormed ??= function isWellFormed() {
  try {
    encodeURIComponent(this);
    return true;
  } catch {
    return false;
  }
};
