import { afterEach, expect, test } from "@jest/globals";
import type pg from "pg";
import { followSuspendedForms, openSuspendedForms } from "../../../services/sessions/formSet.ts";
import { type Loop, tellCopiesBy, wakeLoops } from "../../../shared/platform/loop.ts";

/** Two copies of sessions, whose bus is a function. */
let loop: Loop | undefined;
afterEach(async () => {
  tellCopiesBy(() => undefined);
  await loop?.stop();
});

test("another copy knows of a suspension without waiting for its next look", async () => {
  const rows: { form_id: string }[] = [];
  let reads = 0;
  let read = Promise.withResolvers<void>();
  const otherPool = {
    query: async () => {
      reads += 1;
      const seen = { rows: [...rows] };
      // resolves after the copy has stored what it read
      setImmediate(() => read.resolve());
      return seen;
    },
  };
  const [copy, other] = [
    openSuspendedForms({ query: async () => ({ rows }) } as never as pg.Pool),
    openSuspendedForms(otherPool as never as pg.Pool),
  ];
  loop = followSuspendedForms(other, { info: () => undefined, warn: () => undefined });
  await read.promise;
  read = Promise.withResolvers();

  tellCopiesBy(wakeLoops);
  rows.push({ form_id: "form" });
  await copy.stored("form", false, true);
  expect(copy.has("form")).toBe(true);
  await read.promise;
  expect([other.has("form"), reads]).toEqual([true, 2]);
});

test("a look that began before a change can't undo it", async () => {
  const rows = new Set(["earlier", "form"]);
  const held: (() => void)[] = [];
  const pool = {
    query: async () => {
      const seen = { rows: [...rows].map((formId) => ({ form_id: formId })) };
      await new Promise<void>((resolve) => held.push(resolve));
      return seen;
    },
  };
  const set = openSuspendedForms(pool as never as pg.Pool);
  const stored = [set.refresh(), set.stored("earlier", true, true)];
  rows.delete("form");
  stored.push(set.stored("form", true, false));
  // the first look ends last, if they overlap
  for (let looks = 0; looks < 3; looks += 1) {
    held.pop()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(stored);
  expect([set.has("earlier"), set.has("form")]).toEqual([true, false]);
});
