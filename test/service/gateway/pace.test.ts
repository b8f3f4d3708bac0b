import { expect, test } from "@jest/globals";
import { openPace } from "../../../services/gateway/admission/pace.ts";

/** Requests that wait for their turn of the event loop (services/gateway/admission/pace.ts). */
function stage(perMs = 0, most = 10) {
  let time = 0;
  const turns: (() => void)[] = [];
  const outcomes: string[] = [];
  const nextTurn = (work: () => void) => turns.push(work);
  const pace = openPace({ perTurn: 2, perMs, most, longestWait: 500, now: () => time, nextTurn });
  return {
    outcomes,
    begin(...names: string[]) {
      for (const name of names) {
        pace.begin({ start: () => outcomes.push(name), refuse: () => outcomes.push(`not ${name}`) });
      }
    },
    /** What happens in the turns after `ms`, as long as there are any. */
    run(ms = 0): string[] {
      time += ms;
      const from = outcomes.length;
      for (const turn of turns.splice(0)) turn();
      return outcomes.slice(from);
    },
  };
}

test("a turn begins so many, the next ones the others, in their order", () => {
  const { begin, run, outcomes } = stage();
  begin("a", "b", "c", "d", "e");
  expect(outcomes).toEqual(["a", "b"]);
  begin("f");
  expect(run()).toEqual(["c", "d"]);
  // nobody overtakes those that wait
  begin("g");
  expect(run()).toEqual(["e", "f"]);
  expect(run()).toEqual(["g"]);
  expect(run()).toEqual([]);
  begin("h");
  expect(outcomes.at(-1)).toBe("h");
});

test("after a long turn as many more begin, so that taking in connections does not starve those that are in", () => {
  const { begin, run } = stage(0.04);
  begin("a", "b", "c", "d", "e", "f", "g", "h");
  expect(run(50)).toEqual(["c", "d"]);
  expect(run(100)).toEqual(["e", "f", "g", "h"]);
});

test("however long a turn was, the next one begins no more than so many", () => {
  const { begin, run } = stage(0.04, 3);
  begin("a", "b", "c", "d", "e", "f", "g");
  expect(run(400)).toEqual(["c", "d", "e"]);
  expect(run(400)).toEqual(["f", "g"]);
});

test("what has waited for too long is refused, and takes up no room of the turn", () => {
  const { begin, run } = stage();
  begin("a", "b", "c", "d", "e");
  expect(run(400)).toEqual(["c", "d"]);
  begin("f", "g");
  expect(run(101)).toEqual(["not e", "f", "g"]);
});

test("one long turn is no overload: what waited through it is begun, as far as there is room", () => {
  const { begin, run } = stage(0.01);
  begin("a", "b", "c", "d", "e", "f");
  expect(run(600)).toEqual(["c", "d", "e", "f"]);
  begin("g", "h", "i", "j", "k", "l", "m", "n", "o");
  expect(run(600)).toEqual(["not i", "j", "k", "l", "m", "n", "o"]);
});
