import { expect, test } from "@jest/globals";
import { faultOfPng } from "../../services/gateway/files/png.ts";
import { blackPng } from "../support/images.ts";

/** The cost of a drawing is counted before it is decoded. */
test.each([
  ["80,000 empty chunks", blackPng(1, { empty: 80_000 }), "has more than 2,000 chunks"],
  ["134 MB when it is unpacked", blackPng(4_096, { depth: 16 }), "has more than 68 MiB when it is unpacked"],
])("a drawing with %s costs too much", async (_, file, reason) => {
  expect(file.length).toBeLessThan(2 ** 20);
  expect(await faultOfPng(file)).toEqual({ reason, isCostly: true });
});

test("a drawing of the largest size in many chunks is taken", async () => {
  expect(await faultOfPng(blackPng(4_096, { empty: 900, chunks: 1_000 }))).toBeNull();
});
