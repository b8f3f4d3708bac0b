import { openTurns } from "../../../services/sessions/turns.ts";

/** Steps that cost much are spread over turns of the event loop (services/sessions/turns.ts). */
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
