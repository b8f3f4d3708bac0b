/** Syntax of RE2 that other languages lack or read in another way. */
const ofRe2 = /\\[pPzAQECaxsS]|\(\?[^:]|\[\[:|[^\x20-\x7e]/;

/** Whether a pattern means the same in JavaScript and Java as in RE2. */
export function isSimplePattern(pattern: string): boolean {
  if (ofRe2.test(pattern)) return false;
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}
