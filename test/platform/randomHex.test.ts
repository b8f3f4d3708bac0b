import { expect, test } from "@jest/globals";
import { randomHex } from "../../shared/platform/ids.ts";

test("returns different bytes each time, also when the pool is filled again", () => {
  const ids = Array.from({ length: 2_000 }, (_, index) => randomHex(index % 2 === 0 ? 8 : 16));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id, index) => /^[0-9a-f]+$/.test(id) && id.length === (index % 2 === 0 ? 16 : 32))).toBe(true);
});
