import { openTimeSlices } from "../../shared/platform/timeSlices.ts";

/** Time slices for expensive work (shared/platform/timeSlices.ts). */
async function turnsOf(ms: number, count: number): Promise<number[]> {
  let [clock, turn] = [0, 0];
  let isCounting = true;
  const tick = () => {
    turn += 1;
    if (isCounting) setImmediate(tick);
  };
  setImmediate(tick);
  const slices = openTimeSlices(() => clock);
  const work = () => {
    clock += ms;
    return turn;
  };
  const done = await Promise.all(Array.from({ length: count }, () => slices.run(work)));
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
  const slices = openTimeSlices(() => 0);
  const failing = slices.run(() => {
    throw new Error("a fault");
  });
  await expect(failing).rejects.toThrow("a fault");
  expect(await slices.run(() => "done")).toBe("done");
});

test("runs long work in parts over several ticks and returns its result", async () => {
  let [clock, turn] = [0, 0];
  let isCounting = true;
  const tick = () => {
    turn += 1;
    if (isCounting) setImmediate(tick);
  };
  setImmediate(tick);
  const slices = openTimeSlices(() => clock);
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
  const done = (await Promise.all([slices.finish(parts()), slices.finish(parts())])).flat();
  isCounting = false;
  const most = Math.max(
    ...Map.groupBy(done, (at) => at)
      .values()
      .map((parts) => parts.length),
  );
  expect(done).toHaveLength(60);
  expect(most).toBeLessThanOrEqual(10);
});
