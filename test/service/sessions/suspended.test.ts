import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type pg from "pg";
import { type FormSet, followSuspendedForms, openSuspendedForms } from "../../../services/sessions/formSet.ts";
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

describe("a look that began before a change", () => {
  let rows: Set<string>;
  let held: (() => void)[];
  let set: FormSet;
  beforeEach(() => {
    rows = new Set(["form"]);
    held = [];
    const query = async () => {
      const seen = { rows: [...rows].map((formId) => ({ form_id: formId })) };
      await new Promise<void>((resolve) => held.push(resolve));
      return seen;
    };
    set = openSuspendedForms({ query } as never as pg.Pool);
  });

  /** Ends looks, the last one first. */
  async function endLooks(): Promise<void> {
    for (let looks = 0; looks < 3; looks += 1) {
      held.pop()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  test("can't undo what a later one found", async () => {
    const looks = [set.refresh()];
    rows.clear();
    looks.push(set.refresh());
    await endLooks();
    await Promise.all(looks);
    expect(set.has("form")).toBe(false);
  });

  test("is followed by another if the change is news to it alone", async () => {
    const looks = [set.refresh()];
    rows.clear();
    looks.push(set.stored("form", false, false));
    await endLooks();
    await Promise.all(looks);
    expect(set.has("form")).toBe(false);
  });
});
