import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { columnName, rowLimit, sheetCell } from "../../../services/analytics/export/sheet.ts";
import type { Params, Result } from "../../../shared/bus/calls.ts";
import { failure, question, respond, rowOf, type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

/** Returns the files of a workbook in their order. */
async function workbook(slug: string, query: Params<"analytics.beginExport">["query"] = {}, bytes?: number) {
  const begun = await stage.call("analytics.beginExport", {
    caller: stage.caller,
    slug,
    query: { format: "xlsx", ...query },
  });
  const files = new Map<string, string>();
  let pieces = 0;
  for (let cursor: string | null = begun.cursor; cursor; pieces++) {
    const piece: Result<"analytics.exportPiece"> = await stage.call("analytics.exportPiece", {
      cursor,
      ...(bytes && { bytes }),
    });
    files.set(String(piece.file), (files.get(String(piece.file)) ?? "") + piece.text);
    cursor = piece.cursor;
  }
  return { begun, files, pieces };
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#13": "\r" };
const unescaped = (text: string) => text.replace(/&(#?\w+);/g, (_, name: string) => entities[name] ?? "");

/** Returns the cells of each row as a reader sees them: texts, numbers, and references of others. */
function rowsOf(sheet = ""): Record<string, string | number>[] {
  return [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = ""]) =>
    Object.fromEntries(
      [...row.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(.*?)<\/c>/gs)].map(([, column = "", content = ""]) => {
        const value = /<v>(.*)<\/v>/.exec(content)?.[1];
        const text = /<t [^>]*>(.*)<\/t>/s.exec(content)?.[1] ?? "";
        return [column, value === undefined ? unescaped(text) : Number(value)];
      }),
    ),
  );
}

test("has typed cells, labels as the CSV, and a sheet of the questions", async () => {
  const { slug } = await stage.newForm(
    rowOf(
      [question("a"), question("n", "number"), question("d", "date"), question("y", "yes_no", { yes_label: "Aye" })],
      ["src"],
    ),
  );
  const text = `=cmd,"<x>" & _x0041_\n\u0001`;
  const id = await respond(stage.call, slug, {
    answers: [
      ["a", text],
      ["n", -3.5],
      ["d", "2026-02-28"],
      ["y", "yes"],
    ],
    hidden: { src: "+mail" },
  });
  const { begun, files } = await workbook(slug);
  expect(begun).toMatchObject({
    filename: expect.stringMatching(/\.xlsx$/),
    content_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  });
  expect([...files.keys()]).toEqual([
    "xl/worksheets/sheet1.xml",
    "xl/worksheets/questions.xml",
    "xl/styles.xml",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "_rels/.rels",
    "[Content_Types].xml",
  ]);
  const [header, row] = rowsOf(files.get("xl/worksheets/sheet1.xml"));
  expect(Object.values(header ?? {}).slice(9)).toEqual([
    "hidden.src",
    "Question a [a]",
    "Question n [n]",
    "Question d [d]",
    "Question y [y]",
  ]);
  expect(row).toMatchObject({
    A: id,
    C: 1,
    J: "+mail",
    K: `=cmd,"<x>" & _x005F_x0041_\n`,
    L: -3.5,
    M: 46081,
    N: "Aye",
  });
  expect(row?.D).toBeCloseTo(Date.now() / 86_400_000 + 25_569, 2);
  expect(rowsOf(files.get("xl/worksheets/questions.xml"))).toEqual([
    { A: "id", B: "title", C: "type", D: "options" },
    { A: "a", B: "Question a", C: "short_text" },
    { A: "n", B: "Question n", C: "number" },
    { A: "d", B: "Question d", C: "date" },
    { A: "y", B: "Question y", C: "yes_no", D: "yes: Aye\nno: No" },
  ]);
});

test("marks text that looks like a formula as quoted, and never writes a formula", () => {
  expect(sheetCell("=1+1", "text")).toBe(` s="3" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>`);
  expect(sheetCell("=1+1", "number")).toBe(sheetCell("=1+1", "text"));
  expect(sheetCell("-1e3", "number")).toBe("><v>-1e3</v></c>");
  expect(sheetCell("1899-12-31", "date")).toContain("1899-12-31");
  expect([0, 25, 26, 701, 702, 16_383].map(columnName)).toEqual(["A", "Z", "AA", "ZZ", "AAA", "XFD"]);
});

test("keeps every row once, however small the pieces are", async () => {
  const { slug } = await stage.newForm(rowOf([question("a", "long_text")]));
  const ids: string[] = [];
  for (let at = 0; at < 7; at++)
    ids.unshift(await respond(stage.call, slug, { answers: [["a", `${at} `.repeat(1000)]] }));
  const { files, pieces } = await workbook(slug, {}, 1_000);
  const rows = rowsOf(files.get("xl/worksheets/sheet1.xml")).slice(1);
  expect(rows.map(({ A }) => A)).toEqual(ids);
  expect(pieces).toBeGreaterThan(10);
});

test("continues on another sheet when one is full", async () => {
  const { slug } = await stage.newForm(rowOf([question("a")]));
  for (const answer of ["x", "y", "z"]) await respond(stage.call, slug, { answers: [["a", answer]] });
  const begun = await stage.call("analytics.beginExport", { caller: stage.caller, slug, query: { format: "xlsx" } });
  const files = new Map<string, string>();
  for (let cursor: string | null = begun.cursor; cursor; ) {
    const state = JSON.parse(Buffer.from(cursor, "base64url").toString());
    // two rows before the end of the first sheet
    if (state.book.sheet === 1 && state.book.rows === 1) state.book.rows = rowLimit - 2;
    const piece: Result<"analytics.exportPiece"> = await stage.call("analytics.exportPiece", {
      cursor: Buffer.from(JSON.stringify(state)).toString("base64url"),
    });
    files.set(String(piece.file), (files.get(String(piece.file)) ?? "") + piece.text);
    cursor = piece.cursor;
  }
  expect(rowsOf(files.get("xl/worksheets/sheet1.xml")).map((row) => row.J)).toEqual(["Question a [a]", "z", "y"]);
  expect(rowsOf(files.get("xl/worksheets/sheet2.xml")).map((row) => row.J)).toEqual(["Question a [a]", "x"]);
  expect(files.get("xl/workbook.xml")).toContain('name="Responses 2"');
});

test("rejects a byte order mark", async () => {
  const { slug } = await stage.newForm(rowOf([question("a")]));
  const call = stage.call("analytics.beginExport", {
    caller: stage.caller,
    slug,
    query: { format: "xlsx", bom: true },
  });
  expect(await failure(call)).toMatchObject({ code: 400, data: { errors: ["bom: requires format=csv"] } });
});
