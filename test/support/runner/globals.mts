/** `@jest/globals` in the process of a test file. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } =
  globalThis as unknown as Record<string, unknown>;
