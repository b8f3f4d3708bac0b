import { expect, test } from "@jest/globals";
import { contradiction, openHistory, type Seen } from "./history.ts";

/** A door that is open or closed. */
const write = (value: boolean, began: number, ended = Number.POSITIVE_INFINITY): Seen<boolean> => ({
  name: `write ${value}`,
  began,
  ended,
  isKnown: Number.isFinite(ended),
  after: () => value,
});
const read = (value: boolean, began: number, ended: number): Seen<boolean> => ({
  name: `read ${value}`,
  began,
  ended,
  isKnown: true,
  after: (state) => (state === value ? state : null),
});
const fits = (...calls: Seen<boolean>[]) => contradiction(true, calls) === null;

test("a read sees what was written before it began", () => {
  expect(fits(write(false, 0, 1), read(false, 2, 3))).toBe(true);
  expect(fits(write(false, 0, 1), read(true, 2, 3))).toBe(false);
});

test("reads during a write see either, but never the old value after the new one", () => {
  expect(fits(write(false, 0, 9), read(true, 1, 2), read(false, 3, 4))).toBe(true);
  expect(fits(write(false, 0, 9), read(false, 1, 2), read(true, 3, 4))).toBe(false);
});

test("a write without a reply has happened, happens later, or never", () => {
  expect(fits(write(false, 0), read(false, 1, 2))).toBe(true);
  expect(fits(write(false, 0), read(true, 1, 2), read(false, 3, 4))).toBe(true);
  expect(fits(write(false, 0), read(true, 1, 2))).toBe(true);
  expect(fits(write(false, 0), read(false, 1, 2), read(true, 3, 4))).toBe(false);
  expect(fits(write(false, 3), read(false, 1, 2))).toBe(false);
});

test("a later write of the same writer ends one without a reply", async () => {
  const history = openHistory("door", true);
  const after = (value: boolean) => () => value;
  await history.call("close", async () => null, after(false), { writer: "a" });
  await history.call("open", async () => 200, after(true), { writer: "a" });
  const see = (value: boolean) =>
    history.call(
      "look",
      async () => value,
      (state, seen) => (state === seen ? state : null),
    );
  await see(true);
  expect(history.problem()).toBeNull();
  await see(false);
  expect(history.problem()).toMatch(/^door: after \d calls, true fits none of .*look false/);
});
