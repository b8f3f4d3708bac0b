/** What the domain's code asks of JavaScript beyond browsers of early 2023, in which people still answer forms. */
const text = String.prototype as { isWellFormed?: (this: string) => boolean };

text.isWellFormed ??= function isWellFormed() {
  try {
    encodeURIComponent(this);
    return true;
  } catch {
    return false;
  }
};
