import fc from "fast-check";
import { csvCell } from "../../../services/analytics/export/cells.ts";
import { headerNames, headerRow, sessionRow } from "../../../services/analytics/export/csv.ts";
import { planBuilder } from "../../../services/analytics/export/plan.ts";
import {
  headerCell,
  rowEnd,
  rowStart,
  sheetCell,
  sheetCells,
  sheetEnd,
  sheetRow,
  sheetStart,
} from "../../../services/analytics/export/sheet.ts";
import { frameFiles, questionsFile, responsesFile } from "../../../services/analytics/export/workbook.ts";
import type { TableSession } from "../../../services/analytics/store/table.ts";
import { openTables } from "../../../services/sessions/importing/openTables.ts";
import { openResponses } from "../../../services/sessions/importing/responses.ts";
import { csvLine } from "../../../shared/domain/csv.ts";
import type { Json } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import { zipOf } from "../../support/zip.ts";
import { formOf, grid, noMapping, now } from "./table.ts";

const labels = ["Cat", "Dog, big", "Red; green", "=1+1", "dog", "1", "No"];
const given = { options: labels.map((label, at) => ({ value: `v${at}`, label })) };
const pictures = { options: given.options.map((it) => ({ ...it, image_url: "https://x.example/a.png", alt: "" })) };
const fields = [
  { key: "name", title: "Name", question_type: "short_text" },
  { key: "second", title: "Name", question_type: "long_text" },
  { key: "age", title: "Age", question_type: "number" },
  { key: "day", title: "Day", question_type: "date" },
  { key: "ok", title: "Ok", question_type: "yes_no" },
  { key: "pets", title: "Pets", question_type: "checkbox", config: { ...given, allow_other: true } },
];

/** A question of each type whose answers a table has, with titles that look like headers of parts. */
const form = formOf(
  {
    score: ["short_text", "score"],
    text: ["long_text", "score [score]"],
    email: ["email", "=Email"],
    phone: ["phone", "Phone", { default_country: "DE" }],
    number: ["number", "Number", { unit: "kg" }],
    day: ["date", "Day"],
    minute: ["date", "Minute", { precision: "minute" }],
    time: ["date", "Time", { precision: "time" }],
    one: ["multiple_choice", "One", { ...given, allow_other: true }],
    down: ["dropdown", "Down", given],
    yes: ["yes_no", "Yes", { yes_label: "No", no_label: "Yes" }],
    many: ["checkbox", "Many", { ...given, allow_other: true }],
    pictures: ["picture_choice", "", { ...pictures, multiple: true }],
    rank: ["ranking", "Many", { ...given, min_ranked: 1 }],
    stars: ["star_rating", "Many [one]"],
    scale: ["number_scale", "Scale", { min: -10, max: 10, step: 0.5 }],
    opinion: ["opinion_scale", "Opinion"],
    emoji: ["emoji_rating", "Emoji"],
    grid: ["matrix", "Grid", grid(["Food", "Staff - new"], ["Bad", "-Good", "Bad; worse"])],
    rows: ["records", "Rows", { fields }],
  },
  { hidden: ["key"], translations: { de: { "one.options.v1": "Cat!" } } },
);

/** Texts in which a file loses nothing: XML can't have some characters, and a guard can't be told from the same text. */
const text = fc
  .oneof(fc.string({ unit: "grapheme", maxLength: 20 }), fc.stringMatching(/^[ =+@'",;\-\t\r\n[\]{}a1]{1,6}$/))
  .filter(
    (it) =>
      it.trim() !== "" &&
      it.isWellFormed() &&
      !it.startsWith("'") &&
      !/\p{Cc}|[\uFFFE\uFFFF]/u.test(it.replace(/[\t\r\n]/g, "")),
  );
/** Texts beside the options of a list: separators in them could be of the list. */
const own = text.filter((it) => !/;/.test(it) && it.trim() === it).map((it) => `x${it}`);
const value = fc.constantFrom(...given.options.map((it) => it.value));
const values = fc.uniqueArray(value, { minLength: 1 });
const day = fc
  .date({ min: new Date("1900-03-01"), max: new Date("9999-12-31"), noInvalidDate: true })
  .map((it) => it.toISOString());
const withOwn = fc
  .tuple(values, fc.option(own), fc.nat(7))
  .map(([chosen, other, at]) => (other === null ? chosen : chosen.toSpliced(at, 0, other)));
/** Excel keeps 15 digits. */
const number = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((it) => Number(it.toPrecision(15)) + 0),
);
const yesNo = fc.constantFrom("yes", "no");
const some = (model: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(model, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<Record<string, Json>>;

const answers = some({
  score: text,
  text,
  email: fc.constantFrom("ann@example.org", "-a@example.org", "+x@example.org"),
  phone: fc.constantFrom("+49 30 901820", "030 901820"),
  number,
  day: day.map((it) => it.slice(0, 10)),
  minute: day.map((it) => it.slice(0, 16)),
  time: day.map((it) => it.slice(11, 16)),
  one: fc.oneof(value, own),
  down: value,
  yes: yesNo,
  many: withOwn,
  pictures: values,
  rank: values,
  stars: fc.integer({ min: 1, max: 5 }),
  scale: fc.integer({ min: -20, max: 20 }).map((it) => it / 2),
  opinion: fc.integer({ min: 0, max: 10 }),
  emoji: fc.constantFrom("terrible", "great"),
  grid: some({
    food: fc.constantFrom("bad", "_good", "bad_worse"),
    staff_new: fc.constantFrom("bad", "_good"),
  }).filter((it) => Object.keys(it).length > 0),
  rows: fc.array(
    some({ name: text, second: text, age: number, day: day.map((it) => it.slice(0, 10)), ok: yesNo, pets: withOwn }),
    { minLength: 1, maxLength: 3 },
  ),
});

const sessions = fc.array(fc.record({ answers, hidden: fc.option(text) }), { minLength: 1, maxLength: 6 });

const context = { today: "2026-01-01", isIssuedFile: () => false };

/** Leaves out what the questions don't take. */
function valid(given: Record<string, Json>): Record<string, Json> {
  const nodes = new Map(form.graph.nodes.map((node) => [node.id, compileQuestion(node)]));
  return Object.fromEntries(
    Object.entries(given).filter(([id, answer]) => nodes.get(id)?.check(answer, context).kind === "answer"),
  );
}

type Session = { answers: Record<string, Json>; hidden: string | null };

const tableSession = ({ answers, hidden }: Session, at: number): TableSession =>
  ({
    ...{ id: `00000000-0000-7000-8000-00000000000${at}`, status: "completed", version_number: 1, total_score: null },
    ...{ started_at: "2026-01-01T10:00:00.000Z", completed_at: "2026-01-01T10:01:00.000Z", duration_seconds: 60 },
    ...({ current_node_id: "score", answers_count: 0 } as object),
    ...{ hidden: hidden === null ? {} : { key: hidden }, language: "en", answers, scores: {} },
  }) as unknown as TableSession;

function planOf() {
  const builder = planBuilder();
  for (const steps = builder.add(1, form.graph, true); !steps.next().done; );
  return builder.plan();
}

type Style = "labels" | "values";

const end = null;
const signed = (answer: Json) => answer;

function csvOf(given: readonly Session[], style: Style): Buffer {
  const plan = planOf();
  const table = { style, bom: true, links: false, scores: true, annotations: false };
  const rows = given.map((session, at) =>
    sessionRow(plan, tableSession(session, at), { table, write: csvCell, end, signed }),
  );
  return Buffer.from([headerRow(plan, table), ...rows].map(csvLine).join(""));
}

function xlsxOf(given: readonly Session[], style: Style): Buffer {
  const plan = planOf();
  const table = { style, bom: false, links: false, scores: true, annotations: false };
  const rows = given.map((session, at) =>
    sheetRow(sessionRow(plan, tableSession(session, at), { table, write: sheetCell, end, signed }), at + 2),
  );
  const headers = rowStart(1) + sheetCells(headerNames(plan, table).map(headerCell), 1) + rowEnd;
  const files = [
    { file: responsesFile(1), text: sheetStart + headers + rows.join("") + sheetEnd },
    { file: questionsFile, text: sheetStart + sheetEnd },
    ...frameFiles(1),
  ];
  return zipOf(files.map(({ file, text: xml }) => ({ name: file, bytes: Buffer.from(xml) })));
}

function ndjsonOf(given: readonly Session[]): Buffer {
  const lines = given.map((session, at) => {
    const { answers: byId, ...rest } = tableSession(session, at);
    const list = Object.entries(byId).map(([nodeId, answer]) => ({ node_id: nodeId, answer }));
    return JSON.stringify({ ...rest, answers: list });
  });
  return Buffer.from(lines.join("\n"));
}

async function readBack(bytes: Buffer): Promise<{ read: unknown[]; refused: unknown[] }> {
  const responses = await openResponses(await openTables(bytes, { encoding: null }), form, noMapping, now);
  const read: unknown[] = [];
  const refused: unknown[] = [];
  for await (const { answers: byId, hidden, refused: cells, refusal } of responses.read()) {
    read.push({ answers: Object.fromEntries([...byId].map(([id, it]) => [id, it.value])), hidden: hidden.key ?? null });
    refused.push(...cells, ...(refusal === null ? [] : [refusal]));
  }
  return { read, refused };
}

it.each<[string, (given: readonly Session[]) => Buffer]>([
  ["CSV", (given) => csvOf(given, "labels")],
  ["CSV with values", (given) => csvOf(given, "values")],
  ["XLSX", (given) => xlsxOf(given, "labels")],
  ["NDJSON", ndjsonOf],
])("reads Pathform's %s without a loss", async (_, write) => {
  await fc.assert(
    fc.asyncProperty(sessions, async (drawn) => {
      const given = drawn.map(({ answers, hidden }) => ({ answers: valid(answers), hidden }));
      expect(await readBack(write(given))).toEqual({ read: given, refused: [] });
    }),
    { numRuns: 100 },
  );
});
