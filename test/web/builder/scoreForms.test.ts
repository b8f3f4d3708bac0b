import { changeText } from "../../../services/web/dashboard/builder/changes/changeText.ts";
import { tryRules } from "../../../services/web/dashboard/builder/conditions/tried.ts";
import { recallablesAt } from "../../../services/web/dashboard/builder/inspector/recall/recallable.ts";
import { traceOf } from "../../../services/web/dashboard/builder/preview/trace.ts";
import { evaluateScores } from "../../../services/web/dashboard/builder/problems/evaluateScores.ts";
import { placeOf, scoreIndexOf } from "../../../services/web/dashboard/builder/problems/place.ts";
import { problemText } from "../../../services/web/dashboard/builder/problems/problemText.ts";
import { bandFaults, scaleOf, withNewBand } from "../../../services/web/dashboard/builder/scores/bands.ts";
import { formulaText } from "../../../services/web/dashboard/builder/scores/formula/formulaText.ts";
import { innerOf, kindGroups, kindOf, withKind } from "../../../services/web/dashboard/builder/scores/formula/kinds.ts";
import { isKeyOf, keyOf, withCopy, withMove, withNew } from "../../../services/web/dashboard/builder/scores/list.ts";
import { pickables, readSimple, writeSimple } from "../../../services/web/dashboard/builder/scores/simple.ts";
import { whyUnknown } from "../../../services/web/dashboard/builder/scores/unknown.ts";
import { builtInTypes as table } from "../../../services/web/dashboard/builder/types/questionTable.ts";
import type { Fault } from "../../../shared/domain/fault.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import { parsePart } from "../../../shared/domain/graph/calculations/expression.ts";
import { diff } from "../../../shared/domain/graph/diff/diff.ts";
import { parseCondition } from "../../../shared/domain/graph/parseCondition.ts";
import { simulate } from "../../../shared/domain/graph/simulate.ts";
import type { Calculation, Graph } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

/** The Scores panel without its components. */
const scored = { options: [], scoring: { mode: "options", points: { yes: 3, no: 1 } } };
const base = chain(
  node("age", "number"),
  node("calm", "yes_no", { scoring: scored.scoring }),
  node("tense", "yes_no", { scoring: scored.scoring }),
  node("born", "date"),
) as unknown as Graph;
const withScores = (...calculations: Calculation[]): Graph => ({ ...base, calculations });
const reading = (graph: Graph) => ({ graph, from: "", table, readsAll: true });
const points = (...ids: string[]) => ids.map((id) => ({ points: id }));

describe("sums and means", () => {
  test.each([
    { sum: points("calm", "tense") },
    { sum: [...points("calm"), { answer: "age" }], at_least: 1 },
    { mean: points("calm") },
    { multiply: [{ sum: points("calm", "tense"), at_least: 2 }, 2] },
    { sum: [] },
  ])("reads %j without loss", (value) => {
    const simple = readSimple(value);
    expect(simple && writeSimple(simple)).toEqual(value);
  });

  test.each([
    5,
    undefined,
    { sum: [1] },
    { add: points("calm") },
    { sum: points("calm", "calm") },
    { multiply: [2, { sum: points("calm") }] },
    { sum: points("calm"), mean: points("calm") },
    { sum: [{ points: "calm", answer: "calm" }] },
  ])("leaves %j to the formula editor", (value) => {
    expect(readSimple(value)).toBeNull();
  });

  test("offers questions with points first, then numbers, and no screens", () => {
    expect(pickables(base, table).map(({ id, kinds }) => [id, ...kinds])).toEqual([
      ["calm", "points"],
      ["tense", "points"],
      ["age", "answer"],
    ]);
  });
});

describe("bands", () => {
  const band = (from: number, to: number, label: string) => ({ key: label.toLowerCase(), from, to, label });

  test("says which bands overlap, are reversed or leave a gap", () => {
    const bands = [band(0, 4, "Low"), band(4, 6, "Mild"), band(9, 8, "Odd"), band(10, 12, "High")];
    expect(bandFaults(bands, 1)).toEqual({
      faults: ["“Odd”: “From” must be at most “To”.", "“Low” and “Mild” both include 4."],
      gaps: ["No band covers 7 to 9."],
    });
  });

  test("leaves no gap between neighboring values of the score’s decimals", () => {
    const bands = [band(0, 4, "Low"), band(5, 9, "High")];
    expect(bandFaults(bands, 1).gaps).toEqual([]);
    expect(bandFaults(bands, 0.01).gaps).toEqual(["No band covers 4.01 to 4.99."]);
    expect(bandFaults([band(0, 0.1, "Low"), band(0.2, 0.3, "High")], 0.1).gaps).toEqual([]);
  });

  test("continues with a band of the same width", () => {
    expect(withNewBand([], 1)).toEqual([{ key: "band", from: 0, to: 9 }]);
    expect(withNewBand([band(0, 3, "Low")], 1)[1]).toEqual({ key: "band", from: 4, to: 7 });
  });

  test("draws each band by its width, with the value", () => {
    const scale = scaleOf([band(0, 4, "Low"), band(5, 9, "High")], 1);
    expect(scale?.segments.map(({ start, width }) => [start, width])).toEqual([
      [0, 50],
      [50, 50],
    ]);
    expect([scale?.at(0), scale?.at(9), scale?.at(10)]).toEqual([5, 95, null]);
    expect(scaleOf([], 1)).toBeNull();
  });
});

describe("the list", () => {
  const list: Calculation[] = [
    { key: "a", value: 1 },
    { key: "b", value: { if: [{ left: { type: "calculation", key: "a" }, op: "gt", right: 1 }, 1, 0] } },
    { key: "c", value: 2 },
  ];
  const keys = (moved: ReturnType<typeof withMove>) => ("list" in moved ? moved.list.map(({ key }) => key) : null);

  test("makes keys of names, which follow the name", () => {
    expect(keyOf("Ängstlichkeit (7)", new Set())).toBe("angstlichkeit_7");
    expect(keyOf("ストレス", new Set(["score"]))).toBe("score_2");
    expect([isKeyOf("score_2", ""), isKeyOf("mood", "Mood"), isKeyOf("own", "Mood")]).toEqual([true, true, false]);
    expect(withNew(list).at(-1)).toEqual({ key: "score", decimals: 0, value: { sum: [] } });
    expect(withCopy(list, 0).map(({ key }) => key)).toEqual(["a", "a_copy", "b", "c"]);
  });

  test("keeps a score after those that it reads", () => {
    expect(keys(withMove(list, 2, 0))).toEqual(["c", "a", "b"]);
    expect(keys(withMove(list, 0, 1))).toBeNull();
    expect(withMove(list, 1, 0)).toMatchObject({ reader: { key: "b" }, read: { key: "a" } });
    expect(keys(withMove(list, 0, 9))).toEqual(["a", "b", "c"]);
  });
});

describe("formulas", () => {
  const graph = withScores({ key: "mood", title: "Mood", value: { sum: points("calm", "tense") } });
  const text = (value: unknown) => formulaText(value, reading(graph));

  test("reads as a sentence", () => {
    expect(text({ add: [{ multiply: [{ calculation: "mood" }, 2] }, { answer: "age" }] })).toBe(
      "(“Mood” × 2) + “About age”",
    );
    expect(text({ years: [{ answer: "born" }, "today"] })).toBe(
      "the years from “About born” to the day of the response",
    );
    const adult = { left: { type: "answer", node_id: "age" }, op: "gte", right: 18 };
    expect(text({ if: [adult, { total: true }, 0] })).toBe(
      "the total score if “About age” is at least 18, otherwise 0",
    );
    expect(text({ sum: points("a", "b", "c", "d"), at_least: 3 })).toBe(
      "the sum of the points of 4 questions, if at least 3 are known",
    );
    expect([text({ nonsense: 1 }), text(undefined), text({ round: [{ floor: 1.5 }, 2] })]).toEqual([
      "an unreadable part",
      "nothing yet",
      "(1.5 rounded down) rounded to 2 decimals",
    ]);
  });

  const available = {
    points: "calm",
    answer: "age",
    selected: "x",
    rows: "who.age",
    date: "born",
    hidden: "plan",
    calculation: "mood",
    condition: { left: { type: "score" }, op: "gte", right: 1 },
  };
  const all = Object.values(kindGroups).flat();

  test.each(all)("makes a valid part of kind %s from any other", (kind) => {
    for (const before of all) {
      const part = withKind(withKind(0, before, available), kind, available);
      const faults: Fault[] = [];
      const parsing = {
        report: (at: Fault["at"], reason: Fault["reason"]) => faults.push({ at, reason }),
        count: () => true,
        parseCondition,
      };
      parsePart(part, "value", parsing);
      expect([kindOf(part), faults]).toEqual([kind, []]);
    }
  });

  test("keeps the parts inside when the kind changes, and wraps a single one", () => {
    const sum = { sum: points("calm", "tense"), at_least: 2 };
    expect(withKind(sum, "mean", available)).toEqual({ mean: points("calm", "tense"), at_least: 2 });
    expect(withKind(sum, "divide", available)).toEqual({ divide: points("calm", "tense") });
    expect(withKind({ answer: "age" }, "multiply", available)).toEqual({ multiply: [{ answer: "age" }, 1] });
    expect(innerOf({ if: [{}, 1, 2] })).toEqual([
      { at: 1, part: 1 },
      { at: 2, part: 2 },
    ]);
  });
});

describe("results", () => {
  const mood: Calculation = {
    key: "mood",
    title: "Mood",
    value: { sum: points("calm", "tense"), at_least: 2 },
    decimals: 0,
    bands: [{ key: "low", from: 0, to: 5, label: "Low" }],
  };
  const ratio: Calculation = { key: "ratio", value: { divide: [{ calculation: "mood" }, { answer: "age" }] } };
  const graph = withScores(mood, ratio, { key: "broken", value: { points: "gone" } });
  const run = (answers: Record<string, string | number>) => ({
    answers: Object.entries(answers).map(([id, answer]) => ({ node_id: id, answer })),
    hidden: {},
  });
  const results = (answers: Record<string, string | number>) => evaluateScores(graph, run(answers), "2026-06-01");
  const why = (answers: Record<string, string | number>, { key, value }: Calculation) =>
    whyUnknown(value, "value", {
      reading: reading(graph),
      run: run(answers),
      parts: results(answers)[key]?.parts ?? {},
    });

  test("have the same values as a simulation, and those of each part", () => {
    const answers = { age: 2, calm: "yes", tense: "no" };
    const found = results(answers);
    expect(found).toMatchObject({ mood: { value: 4, band: "low" }, ratio: { value: 2, band: null } });
    expect(found.mood?.parts).toEqual({ value: 4, "value.sum.0": 3, "value.sum.1": 1 });
    expect(found.ratio?.parts).toEqual({ value: 2, "value.divide.0": 4, "value.divide.1": 2 });
    expect(found.broken).toBeUndefined();
    const { calculations } = simulate(graph, { answers, today: "2026-06-01" });
    expect(calculations?.mood).toEqual({ value: 4, band: "low" });
  });

  test("say why they are unknown", () => {
    expect(why({ age: 2, calm: "yes" }, mood)).toEqual([
      "1 of 2 values are known. At least 2 are needed.",
      "“About tense” isn’t answered.",
    ]);
    expect(why({ age: 0, calm: "yes" }, ratio)).toEqual(["“Mood” is unknown."]);
    expect(why({ age: 0, calm: "yes", tense: "no" }, ratio)).toEqual(["It divides by 0, or the result is too large."]);
    expect(why({ age: 2, calm: "yes", tense: "no" }, mood)).toEqual([]);
  });

  test("stand in the logic trace", () => {
    const answers = { age: 2, calm: "yes", tense: "no" };
    const walk = simulate(graph, { answers, today: "2026-06-01" });
    expect(traceOf(walk, run(answers).answers, graph, table).scores).toEqual([
      { key: "mood", name: "Mood", value: 4, band: "Low" },
      { key: "ratio", name: "ratio", value: 2, band: null },
      { key: "broken", name: "broken", value: null, band: null },
    ]);
  });

  test("decide rules that read them in “Try it”", () => {
    const raised = { left: { type: "calculation", key: "mood" }, op: "gte", right: 5 };
    const ruled: Graph = { ...graph, edges: [{ from: "tense", to: "end", condition: raised }, ...graph.edges] };
    const edgeFor = (calculations: Record<string, number>) =>
      tryRules(ruled, "tense", { answers: {}, hidden: {}, score: 0, calculations }).edge;
    expect([edgeFor({ mood: 5 }), edgeFor({ mood: 4 }), edgeFor({})]).toEqual([0, 1, 1]);
  });
});

test("inserts scores into texts, private ones only on end screens", () => {
  const graph = withScores(
    { key: "mood", title: "Mood", value: { sum: points("calm") }, bands: [{ key: "low", from: 0, to: 5 }] },
    { key: "double", value: { multiply: [{ answer: "age" }, 2] } },
    { key: "both", value: { add: [{ calculation: "mood" }, { calculation: "double" }] } },
  );
  const recalls = (from: string) =>
    recallablesAt({ graph, from, table })
      .map(({ recall }) => recall)
      .filter((recall) => !recall.startsWith("{{answer"));
  expect(recalls("age")).toEqual([]);
  expect(recalls("tense")).toEqual(["{{calculation:double}}"]);
  expect(recalls("end")).toEqual([
    "{{calculation:mood}}",
    "{{band:mood}}",
    "{{calculation:double}}",
    "{{calculation:both}}",
  ]);
});

describe("problems", () => {
  const bands = [
    { key: "low", from: 0, to: 5 },
    { key: "high", from: 5, to: 3 },
    { key: "low", from: 4, to: 6 },
  ];
  const told = (...calculations: Calculation[]) => {
    const graph = withScores(...calculations);
    return analyze(graph)
      .filter((problem) => scoreIndexOf(problem) !== null)
      .map((problem) => `${placeOf(problem, graph)}: ${problemText(problem, { graph, previous: null, table })}`);
  };

  test.each<[string, Calculation[]]>([
    [
      "Score “Mood”: Choose at least one question, or write a formula.",
      [{ key: "x", title: "Mood", value: { sum: [] } }],
    ],
    ["Score “x”: Choose at least one question, or write a formula.", [{ key: "x" }]],
    [
      "Score “x”: “y” comes after this score. Move it up.",
      [
        { key: "x", value: { calculation: "y" } },
        { key: "y", value: 1 },
      ],
    ],
    ["Score “x”: The score “z” doesn’t exist. Choose another one.", [{ key: "x", value: { calculation: "z" } }]],
    [
      "Score “x”: The question that this reads doesn’t exist. Choose an earlier question.",
      [{ key: "x", value: { points: "gone" } }],
    ],
    [
      "Score “x”: The answer of “About calm” isn’t a number. Choose another question.",
      [{ key: "x", value: { answer: "calm" } }],
    ],
    ["Score “x”: The formula isn’t complete. Check its parts.", [{ key: "x", value: { nonsense: 1 } }]],
    ["Score “x”: Band 2: “From” must be at most “To”.", [{ key: "x", value: 1, bands }]],
    ["Score “x”: Band 3 has the same key as another band. Change one of them.", [{ key: "x", value: 1, bands }]],
    ["Score “x”: Band 3 overlaps the band “low”. Change one of them.", [{ key: "x", value: 1, bands }]],
    ["Score “x”: Decimals must be a whole number from 0 to 6.", [{ key: "x", value: 1, decimals: 9 }]],
    [
      "Score “x”: Another score has the same key. Change one of them.",
      [
        { key: "x", value: 1 },
        { key: "x", value: 2 },
      ],
    ],
  ])("say “%s”", (text, calculations) => {
    expect(told(...calculations)).toContain(text);
  });
});

test("says what changed in the scores", () => {
  const older = withScores({ key: "a", title: "A", value: 1 }, { key: "b", value: 1 });
  const newer = withScores(
    { key: "a", title: "B", value: 2, bands: [{ key: "x", from: 0, to: 1 }] },
    { key: "c", value: 1 },
  );
  const told = diff({ graph: older }, { graph: newer }).map((change) => changeText(change, { older, newer, table }));
  expect(told.toSorted()).toEqual([
    "Bands of score “B” changed",
    "Calculation of score “B” changed",
    "Score “A” renamed to “B”",
    "Score “b” removed",
    "Score “c” added",
  ]);
});
