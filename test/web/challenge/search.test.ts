import { createHash } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { search } from "../../../services/web/respondent/challenge/search.ts";
import { hashAfter, hexOf } from "../../../services/web/respondent/challenge/sha256.ts";

describe("hashAfter", () => {
  test.each([0, 1, 40, 54, 55, 56, 63, 64, 65, 119, 120, 128, 200])("hashes after %i characters", (length) => {
    const prefix = "a".repeat(length);
    const hash = hashAfter(prefix);
    for (const text of ["", "0", "99999", "1".repeat(12)])
      expect(hexOf(hash(text))).toBe(
        createHash("sha256")
          .update(prefix + text)
          .digest("hex"),
      );
  });
});

test("finds the number of an ALTCHA challenge", async () => {
  const { challenge, salt, maxnumber = 0, ...rest } = await createChallenge({ hmacKey: "k", maxNumber: 2_000 });
  const number = search({ challenge, salt, maxnumber });
  expect(await verifySolution({ ...rest, challenge, salt, number: number ?? -1 }, "k")).toBe(true);
  expect(search({ challenge: "0".repeat(64), salt, maxnumber: 10 })).toBeNull();
});
