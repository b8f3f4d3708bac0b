/** Runs all parts of a computation without a pause, and returns its result. */
export function runToEnd<T>(parts: Iterator<void, T>): T {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}
