import { openTurns } from "../../shared/platform/turns.ts";

/** Time slices for expensive work (shared/platform/turns.ts). */
async function turnsOf(ms: number, count: number): Promise<number[]> {
  let [clock, turn] = [0, 0];
  let isCounting = true;
  const tick = () => {
    turn += 1;
    if (isCounting) setImmediate(tick);
  };
  setImmediate(tick);
  const turns = openTurns(() => clock);
  const work = () => {
    clock += ms;
    return turn;
  };
  const done = await Promise.all(Array.from({ length: count }, () => turns.run(work)));
  isCounting = false;
  return done;
}

test("runs cheap work in the same tick", async () => {
  expect(new Set(await turnsOf(0.05, 100)).size).toBe(1);
});

test("runs one expensive task per tick", async () => {
  expect(new Set(await turnsOf(40, 8)).size).toBe(8);
});

test("a task that throws fails alone", async () => {
  const turns = openTurns(() => 0);
  const failing = turns.run(() => {
    throw new Error("a fault");
  });
  await expect(failing).rejects.toThrow("a fault");
  expect(await turns.run(() => "done")).toBe("done");
});

test("runs long work in parts over several ticks and returns its result", async () => {
  let [clock, turn] = [0, 0];
  let isCounting = true;
  const tick = () => {
    turn += 1;
    if (isCounting) setImmediate(tick);
  };
  setImmediate(tick);
  const turns = openTurns(() => clock);
  function* parts(): Generator<void, number[]> {
    const done: number[] = [];
    for (let part = 0; part < 30; part += 1) {
      clock += 2;
      done.push(turn);
      yield;
    }
    return done;
  }
  // concurrent work shares the ticks
  const done = (await Promise.all([turns.finish(parts()), turns.finish(parts())])).flat();
  isCounting = false;
  const most = Math.max(
    ...Map.groupBy(done, (at) => at)
      .values()
      .map((parts) => parts.length),
  );
  expect(done).toHaveLength(60);
  expect(most).toBeLessThanOrEqual(10);
});
