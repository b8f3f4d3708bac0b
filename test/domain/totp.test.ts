import { expect, test } from "@jest/globals";
import { hashOfRecoveryCode, newRecoveryCodes } from "../../services/auth/recoveryCodes.ts";
import { base32, codeAt, newSecret, otpauthUri, stepAt, stepOf } from "../../services/auth/totp.ts";

/** One-time passwords (teams §20.8). */
const secret = Buffer.from("12345678901234567890");

// RFC 6238 appendix B, whose last six of eight digits are ours
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at %d seconds the code is %s", (seconds, code) => {
  expect(codeAt(secret, stepAt(seconds * 1000))).toBe(code);
});

test("takes the code of the step before and after, and of none that was used", () => {
  const now = 1_234_567_890_000;
  const step = stepAt(now);
  const found = (of: number, last = 0) => stepOf(secret, codeAt(secret, of), last, now);
  expect([step - 2, step - 1, step, step + 1, step + 2].map((of) => found(of))).toEqual([
    null,
    step - 1,
    step,
    step + 1,
    null,
  ]);
  expect(found(step, step)).toBeNull();
  expect(found(step - 1, step)).toBeNull();
  expect(found(step + 1, step)).toBe(step + 1);
  for (const other of ["", "12345", "1234567", "12345a", "٠٠٠٠٠٠"]) expect(stepOf(secret, other, 0, now)).toBeNull();
});

// RFC 4648 §10
test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foobar", "MZXW6YTBOI"],
])("base32 of %j is %j", (text, expected) => {
  expect(base32(Buffer.from(text))).toBe(expected);
});

test("a new secret has 160 bits, and its address names the person", () => {
  expect(newSecret()).toHaveLength(20);
  expect(otpauthUri(secret, "ada+x@example.com")).toBe(
    "otpauth://totp/Pathform:ada%2Bx%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Pathform",
  );
});

test("recovery codes differ, and count with or without dash, spaces and capitals", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[2-9a-z]{4}-[2-9a-z]{4}$/);
  const hash = hashOfRecoveryCode(secret, "k7qm-29xd");
  for (const same of ["K7QM29XD", " k7qm 29xd "]) expect(hashOfRecoveryCode(secret, same)).toEqual(hash);
  expect(hashOfRecoveryCode(newSecret(), "k7qm-29xd")).not.toEqual(hash);
});
