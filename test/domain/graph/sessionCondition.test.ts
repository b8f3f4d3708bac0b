import { expect, test } from "@jest/globals";
import { satisfies } from "../../../shared/domain/graph/sessionCondition.ts";
import type { CalculationResults, Condition, Graph } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

/** Conditions on whole sessions, which deliveries and emails have (features §17). */
const graph: Graph = {
  ...(chain(node("age", "number")) as Graph),
  calculations: [{ key: "mood", title: "Mood", value: { answer: "age" } }],
};
const session = { answers: [], hidden: {}, total_score: 3 };
const mood = (value: number | null): CalculationResults => ({ mood: { value, band: null } });
const isHigh: Condition = { left: { type: "calculation", key: "mood" }, op: "gte", right: 10 };

test.each<[string, CalculationResults | undefined, boolean]>([
  ["reads a calculation", mood(10), true],
  ["reads another value of it", mood(9), false],
  ["treats an unknown value as unanswered", mood(null), false],
  ["treats a missing calculation as unanswered", {}, false],
  ["treats the calculations of an older event as unanswered", undefined, false],
])("%s", (_, calculations, expected) => {
  const judged = { ...session, ...(calculations && { calculations }) };
  expect(satisfies(isHigh, graph, judged)).toBe(expected);
  expect(satisfies({ left: { type: "calculation", key: "mood" }, op: "not_answered" }, graph, judged)).toBe(
    calculations?.mood?.value == null,
  );
});
