import fc from "fast-check";
import { rowCounter } from "../../../services/forms/importing/xlsform/workbook.ts";
import { readXlsx } from "../../../services/forms/importing/xlsform/xlsx.ts";
import type { ElsewhereFormat } from "../../../shared/api/shapes/elsewhere.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import { compileGraph } from "../../../shared/domain/graph/compile.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { isWhole, within } from "../../support/budget.ts";
import {
  differencesOf,
  type Engine,
  engineDifferences,
  type RoundTrip,
  refusalsOf,
  roundTrip,
  tame,
} from "../../support/elsewhere.ts";
import { publishableGraph, validAnswers, withPages } from "../../support/graphs.ts";
import { fhirOracle } from "../importing/oracles/fhir.ts";
import { surveyJsOracle } from "../importing/oracles/surveyJs.ts";
import { xlsformOracle } from "../importing/oracles/xlsform.ts";

/** Forms that are taken to a format and imported again ask the same, and so do the format's own engines (wants §25). */
const timeout = isWhole ? 900_000 : 60_000;
/** ms of CPU time for the forms of a test */
const budget = 600;
const formats = ["surveyjs", "xlsform", "fhir"] as const;

type Answers = ReadonlyMap<string, Json>;

/** Answers that many questions refuse. */
const bold: Json[] = [
  ...["", "a", "x".repeat(256), "x".repeat(5_001), "ada@example.com", "+12133734253", "yes", "maybe", "good"],
  ...[-21, -1, 0, 0.25, 1, 3.5, 11, 61],
  ...["2019-12-31", "2025-05-05", "2031-01-01", "2020-01-01T08:00", "2026-01-01T08:30", "07:00", "20:30"],
  ...[["a"], ["a", "b"], ["b", "a", "c"], ["a", "b", "c", "d"], [], {}, { a: "a" }, { a: "b", b: "a" }],
  ...[[{ a: "x" }], [{ a: "x", b: 2 }, { a: "y" }], [{ a: "x" }, { a: "y" }, { a: "z" }, { a: "w" }]],
];

function formsOf(change: (graph: Graph) => Graph, count: number): [Graph, Answers[]][] {
  const answersOf = (graph: Graph) => fc.array(validAnswers(compileGraph(graph)), { minLength: 4, maxLength: 4 });
  const arbitrary = publishableGraph(true)
    .map(change)
    .chain(withPages)
    .chain((graph) => fc.tuple(fc.constant(graph), answersOf(graph)));
  const runs = isWhole ? count * 10 : count;
  return fc
    .sample(arbitrary, { numRuns: runs, seed: 25 })
    .filter(([graph]) => analyze(graph).every(({ severity }) => severity !== "error"));
}

/** Enketo's evaluator can't read answers with quotes. */
const withoutQuotes = (answers: Answers): Answers =>
  new Map([...answers].map(([id, value]) => [id, typeof value === "string" ? value.replace(/['"]/g, "x") : value]));

async function engineOf(format: ElsewhereFormat, { file }: RoundTrip): Promise<() => Engine> {
  if (format === "surveyjs") return () => surveyJsOracle(file);
  if (format === "fhir") return () => fhirOracle(file as Parameters<typeof fhirOracle>[0]);
  const { workbook } = await readXlsx(Buffer.from(file as Uint8Array), rowCounter());
  return () => xlsformOracle(workbook);
}

describe.each(formats)("a form taken to %s", (format) => {
  it(
    "asks the same questions and takes the same answers when it is imported",
    async () => {
      const found: string[] = [];
      const forms = [...formsOf((one) => one, 15), ...formsOf(tame, 25)];
      for (const [graph, answers] of within(budget, forms)) {
        const trip = await roundTrip(format, graph);
        const valuesOf = ({ id }: { id: string }) => [...answers.map((all) => all.get(id) ?? null), ...bold];
        found.push(...answers.flatMap((one) => differencesOf(trip, one)), ...refusalsOf(trip, valuesOf));
      }
      expect(found.slice(0, 5)).toEqual([]);
    },
    timeout,
  );

  it(
    "asks the same questions in the engine of its format",
    async () => {
      const found: string[] = [];
      for (const [graph, answers] of within(budget, formsOf(tame, 8))) {
        const trip = await roundTrip(format, graph);
        const open = await engineOf(format, trip);
        for (const one of answers) found.push(...engineDifferences(trip, open(), withoutQuotes(one)));
      }
      expect(found.slice(0, 5)).toEqual([]);
    },
    timeout,
  );
});
