import fc from "fast-check";
import { type CompiledGraph, compileGraph } from "../../../shared/domain/graph/compile.ts";
import { type Corrected, correct } from "../../../shared/domain/graph/correct.ts";
import { maxScore, startWalk, takeStep, totalScore, type Walk } from "../../../shared/domain/graph/traverse.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { runToEnd } from "../../../shared/domain/runToEnd.ts";
import { context, hiddenValues, publishableGraph, validAnswers } from "../../support/graphs.ts";
import { edge, end, graphOf, node } from "../../support/sampleGraphs.ts";
import { pick, randomOf, showIfGraph } from "../../support/showIfGraphs.ts";

/** Corrections of ended sessions (features §18.1). */

type Answers = Readonly<Record<string, Json>>;

const corrected = (graph: CompiledGraph, walk: Walk, answers: Answers, isCompleted = true, day = context): Corrected =>
  runToEnd(correct(graph, walk, { answers, isCompleted }, day));

/** Walks as a respondent would, to an end or to the first refused answer. */
function walked(graph: CompiledGraph, answers: Answers, start: Walk): { walk: Walk; refused: string | null } {
  let walk = start;
  while (!graph.nodes.get(walk.current_node_id)?.question.is_end) {
    const id = walk.current_node_id;
    const value = Object.hasOwn(answers, id) ? (answers[id] ?? null) : null;
    const step = takeStep(graph, walk, { node_id: id, value }, context);
    if (step.kind !== "moved") return { walk, refused: id };
    walk = { ...walk, visits: [...walk.visits, step.visit], current_node_id: step.next_node_id };
  }
  return { walk, refused: null };
}

const answersOf = ({ visits }: Walk): Answers =>
  Object.fromEntries(visits.flatMap(({ node_id, answer }) => (answer === null ? [] : [[node_id, answer]])));

/** `hello → kind (required) → why` if "no", else `stars (required) → day → end` */
const sample = compileGraph(
  graphOf(
    [
      node("hello", "welcome_screen"),
      node("kind", "yes_no", { scoring: { mode: "options", points: { yes: 3, no: -1 } } }, true),
      node("why", "short_text", { max_length: 20 }, true),
      node("stars", "star_rating", { max: 5, scoring: { mode: "value" } }, true),
      node("day", "date", { min: { days_from_today: 0 } }),
      end("bad"),
      end(),
    ],
    [
      edge("hello", "kind"),
      edge("kind", "why", { op: "eq", right: "no" }),
      edge("kind", "stars"),
      edge("why", "bad"),
      edge("stars", "day"),
      edge("day", "end"),
    ],
  ) as Graph,
);
const yes = walked(sample, { kind: "yes", stars: 4, day: "2026-06-02" }, startWalk(sample)).walk;
const later = { ...context, today: "2026-07-01" };

const invalid = (...problems: [string, string][]) => ({
  kind: "invalid",
  problems: problems.map(([nodeId, message]) => ({ node_id: nodeId, message })),
});

test("walks again along the new path, with its points and its end", () => {
  const result = corrected(sample, yes, { kind: "no", why: "It rained" });
  expect(result).toMatchObject({ kind: "corrected", current_node_id: "bad", total_score: -1 });
  expect(result).toMatchObject({
    visits: [{ node_id: "hello" }, { node_id: "kind", score_awarded: -1 }, { node_id: "why", answer: "It rained" }],
    changes: [
      { node_id: "kind", before: "yes", after: "no" },
      { node_id: "why", before: null, after: "It rained" },
      { node_id: "stars", before: 4, after: null },
      { node_id: "day", before: "2026-06-02", after: null },
    ],
  });
});

test("removes answers that left the path, also for later corrections", () => {
  const result = corrected(sample, yes, { kind: "no", why: "It rained" });
  if (result.kind !== "corrected") throw new Error(result.kind);
  expect(corrected(sample, { ...yes, ...result }, { kind: "yes" })).toMatchObject(invalid(["stars", "is required"]));
});

test("refuses unknown nodes, screens, values off the path, and wrong or missing values", () => {
  expect(corrected(sample, yes, { nobody: 1, hello: null, end: null, toString: 1 })).toEqual(
    invalid(
      ["nobody", "no such question"],
      ["hello", "no such question"],
      ["end", "no such question"],
      ["toString", "no such question"],
    ),
  );
  expect(corrected(sample, yes, { why: "It rained" })).toMatchObject(invalid(["why", "is not on the path"]));
  expect(corrected(sample, yes, { kind: "no" })).toMatchObject(invalid(["why", "is required"]));
  expect(corrected(sample, yes, { stars: null })).toMatchObject(invalid(["stars", "is required"]));
  expect(corrected(sample, yes, { stars: 9 })).toMatchObject({ kind: "invalid", problems: [{ node_id: "stars" }] });
});

test("changes nothing for the same answers, and takes null off the path", () => {
  expect(corrected(sample, yes, {})).toEqual({ kind: "unchanged" });
  expect(corrected(sample, yes, { stars: 4, why: null })).toEqual({ kind: "unchanged" });
});

test("checks only the touched answers again", () => {
  expect(corrected(sample, yes, { stars: 5, day: "2026-06-02" }, true, later)).toMatchObject({ total_score: 8 });
  expect(corrected(sample, yes, { day: "2026-06-03" }, true, later)).toMatchObject({
    kind: "invalid",
    problems: [{ node_id: "day" }],
  });
});

test("ends an abandoned session's walk at the first required question without an answer", () => {
  expect(corrected(sample, yes, { kind: "no" }, false)).toMatchObject({ current_node_id: "why", total_score: -1 });
  expect(corrected(sample, yes, { stars: null }, false)).toMatchObject({ current_node_id: "stars", total_score: 3 });
  expect(corrected(sample, yes, { day: null }, false)).toMatchObject({ current_node_id: "end", total_score: 7 });
});

/** Compares a correction with a walk that was answered that way from the start. Returns whether it was corrected. */
function compare(graph: CompiledGraph, old: Walk, changes: Answers, start: Walk): boolean {
  const result = corrected(graph, old, changes);
  const fresh = walked(graph, { ...answersOf(old), ...changes }, start);
  if (result.kind === "invalid") {
    const ids = result.problems.map(({ node_id }) => node_id);
    const reached = new Set(fresh.walk.visits.map(({ node_id }) => node_id));
    // refused where the respondent would have been, or off the way
    const isRight = ids.includes(fresh.refused ?? "") || ids.every((id) => !reached.has(id));
    expect({ isRight, ids, refused: fresh.refused }).toMatchObject({ isRight: true });
    return false;
  }
  // an untouched answer that a respondent could no longer give is kept
  if (fresh.refused !== null) {
    expect(Object.keys(changes)).not.toContain(fresh.refused);
    return false;
  }
  const walk: Walk = result.kind === "corrected" ? { ...start, ...pickWalk(result) } : old;
  expect(walk).toEqual(fresh.walk);
  expect(maxScore(graph, walk)).toBe(maxScore(graph, fresh.walk));
  if (result.kind === "corrected") expect(result.total_score).toBe(totalScore(fresh.walk.visits));
  return result.kind === "corrected";
}

const pickWalk = ({ visits, current_node_id }: Extract<Corrected, { kind: "corrected" }>) => ({
  visits,
  current_node_id,
});

test("equals a walk that was answered that way from the start, on random graphs", () => {
  let count = 0;
  const samples = publishableGraph().chain((graph) => {
    const compiled = compileGraph(graph);
    const answers = validAnswers(compiled);
    return fc.record({
      compiled: fc.constant(compiled),
      answers,
      others: answers,
      hidden: hiddenValues(),
      touched: fc.subarray(graph.nodes.map(({ id }) => id)),
    });
  });
  fc.assert(
    fc.property(samples, ({ compiled, answers, others, hidden, touched }) => {
      const start = startWalk(compiled, hidden, context.today);
      const old = walked(compiled, Object.fromEntries(answers), start).walk;
      const questions = touched.filter((id) => !compiled.nodes.get(id)?.question.is_screen);
      const changes = Object.fromEntries(questions.map((id) => [id, others.get(id) ?? null]));
      if (compare(compiled, old, changes, start)) count += 1;
    }),
    { numRuns: 200 },
  );
  expect(count).toBeGreaterThan(10);
});

test("equals a walk that was answered that way from the start, with conditions on questions and options", () => {
  const random = randomOf(18);
  let count = 0;
  for (let run = 0; run < 700; run += 1) {
    const { graph, answers } = showIfGraph(random);
    const compiled = compileGraph(graph);
    const start = startWalk(compiled, { plan: pick(random, ["pro", "free"]) }, context.today);
    const given = () => Object.fromEntries([...answers].map(([id, values]) => [id, pick(random, values)]));
    const { walk: old, refused } = walked(compiled, given(), start);
    if (refused !== null) continue;
    const all = Object.entries(given());
    const changes = Object.fromEntries(
      all.filter(([id]) => old.visits.some((v) => v.node_id === id && random() < 0.4)),
    );
    if (compare(compiled, old, changes, start)) count += 1;
  }
  expect(count).toBeGreaterThan(40);
});

describe("questions whose options have limits (wants §22)", () => {
  const slot = node("slot", "dropdown", { options: [{ value: "x", label: "X", limit: 1 }] }, true);
  const limited = compileGraph(
    graphOf(
      [node("way", "yes_no", {}, true), slot, node("why", "short_text"), end()],
      [edge("way", "slot", { op: "eq", right: "yes" }), edge("way", "why"), edge("slot", "why"), edge("why", "end")],
    ) as Graph,
  );
  const full = new Map([["slot", new Set(["x"])]]);
  const walkOf = (answers: Answers, isFull = false) =>
    walked(limited, answers, startWalk(limited, {}, undefined, isFull ? full : undefined)).walk;

  it("are required where the new path comes to them", () => {
    expect(corrected(limited, walkOf({ way: "no" }), { way: "yes" })).toMatchObject({
      kind: "invalid",
      problems: [{ node_id: "slot", message: "is required" }],
    });
    expect(corrected(limited, walkOf({ way: "no" }), { way: "yes", slot: "x" })).toMatchObject({ kind: "corrected" });
  });

  it("stay passed over in a session that passed them over when they were full", () => {
    const passed = walkOf({ way: "yes" }, true);
    expect(passed.visits.map(({ node_id }) => node_id)).toEqual(["way", "why"]);
    const { full: _, ...later } = passed;
    expect(corrected(limited, later, { why: "Rain" })).toMatchObject({
      kind: "corrected",
      visits: [{ node_id: "way" }, { node_id: "why", answer: "Rain" }],
    });
  });

  it("have no places left where they are full, and are off the path where the path doesn't come to them", () => {
    const old = { ...walkOf({ way: "no" }), full };
    expect(corrected(limited, old, { way: "yes", slot: "x" })).toMatchObject({
      kind: "invalid",
      problems: [{ node_id: "slot", reason: "option_full" }],
    });
    const [problem] = (corrected(limited, old, { slot: "x" }) as Extract<Corrected, { kind: "invalid" }>).problems;
    expect(problem).toEqual({ node_id: "slot", message: "is not on the path" });
    expect(corrected(limited, old, { way: "yes" })).toMatchObject({ kind: "corrected" });
  });
});
