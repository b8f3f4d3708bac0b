import { openTurns } from "../../shared/platform/turns.ts";

/** Steps that cost much are spread over turns of the event loop (shared/platform/turns.ts). */
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

test("usual steps share a turn", async () => {
  expect(new Set(await turnsOf(0.05, 100)).size).toBe(1);
});

test("of heavy steps that arrive together no two share a turn", async () => {
  expect(new Set(await turnsOf(40, 8)).size).toBe(8);
});

test("work that throws fails its own step, and the next goes on", async () => {
  const turns = openTurns(() => 0);
  const failing = turns.run(() => {
    throw new Error("a fault");
  });
  await expect(failing).rejects.toThrow("a fault");
  expect(await turns.run(() => "done")).toBe("done");
});

test("long work is done in parts, as many in a turn as there is time for, and gives what it returns", async () => {
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
  // two at once share the turns
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
