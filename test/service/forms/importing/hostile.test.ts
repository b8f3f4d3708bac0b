import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Importer } from "../../../../services/forms/importing/importer.ts";
import { sheetXml, workbookParts, xlsxOf, type ZipPart, zipOf } from "../../../support/zip.ts";

/** Hostile documents (features §14) meet their limits in a process of their own. */
const importer = new Importer();
beforeAll(() => importer.start());
afterAll(() => importer.stop());

const mebibyte = 2 ** 20;
const header = ["type", "name", "label"];

async function errorOf(bytes: Buffer | string, by = importer): Promise<string> {
  const { data } = await by.convert("a", { bytes: Buffer.from(bytes) }).then(
    () => ({ data: { errors: ["none"] } }),
    (error: { data: { errors: string[] } }) => error,
  );
  return data.errors.join();
}

const bookOf = (survey: string, others: ZipPart[] = []) => zipOf([...workbookParts({ survey }), ...others]);

test("refuses a sheet of 60 MiB", async () => {
  const rows = `<row><c t="inlineStr"><is><t>${"a".repeat(60 * mebibyte)}</t></is></c></row>`;
  const bomb = bookOf(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
  expect(bomb.length).toBeLessThan(mebibyte);
  expect(await errorOf(bomb)).toMatch(/50 MiB/);
});

test("refuses a part that is larger than it announces, before it is unpacked whole", async () => {
  const [workbook, relationships, sheet] = workbookParts({
    survey: `<worksheet>${" ".repeat(60 * mebibyte)}</worksheet>`,
  });
  const parts = [workbook, relationships, sheet && { ...sheet, announced: 100 }].filter((part) => part !== undefined);
  expect(await errorOf(zipOf(parts))).toMatch(/can be read/);
});

test("refuses a part beside the sheets that is too large", async () => {
  const media = { name: "xl/media/image1.png", bytes: Buffer.alloc(51 * mebibyte) };
  expect(await errorOf(bookOf(sheetXml([header, ["text", "a", "A"]]), [media]))).toMatch(/50 MiB/);
});

test("refuses declared entities", async () => {
  const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("");
  const bomb = `<!DOCTYPE w [<!ENTITY l0 "lol">${entities}]><worksheet><row><c t="str"><v>&l9;</v></c></row></worksheet>`;
  expect(await errorOf(bookOf(bomb))).toMatch(/document type/);
});

test("refuses JSON that is nested deeply", async () => {
  expect(await errorOf(`${'{"a":'.repeat(500_000)}1${"}".repeat(500_000)}`)).toMatch(/64 levels/);
  expect(await errorOf("[".repeat(5_000_000))).toMatch(/64 levels/);
  expect(await errorOf(`{"a": "${"[".repeat(1_000_000)}"}`)).toMatch(/must be an export of/);
});

test("refuses 20,001 rows", async () => {
  const rows = Array.from({ length: 20_001 }, (_, at) => ["text", `q${at}`, "Q"]);
  expect(await errorOf(xlsxOf({ survey: [header, ...rows] }))).toMatch(/20,000 rows/);
  expect(await errorOf([header, ...rows].map((cells) => cells.join(",")).join("\n"))).toMatch(/20,000 rows/);
});

test("refuses 1,001 questions", async () => {
  const rows = Array.from({ length: 1_001 }, (_, at) => ["text", `q${at}`, "Q"]);
  expect(await errorOf(xlsxOf({ survey: [header, ...rows] }))).toMatch(/1,000 questions and screens/);
});

test("imports 1,000 questions except the one whose room the end screen takes", async () => {
  const rows = Array.from({ length: 1_000 }, (_, at) => ["text", `q${at}`, "Q"]);
  const { graph, counts, issues } = JSON.parse(
    await importer.convert("a", { bytes: xlsxOf({ survey: [header, ...rows] }) }),
  );
  expect(graph.nodes.map(({ id }: { id: string }) => id).slice(-2)).toEqual(["q998", "end"]);
  expect(graph.nodes).toHaveLength(1_000);
  expect(counts).toEqual({ found: 1_000, converted: 999, changed: 0, lost: 1 });
  expect(issues).toEqual([expect.objectContaining({ source: "survey row 1001", code: "too_many_nodes" })]);
});

test("cuts a huge cell", async () => {
  const book = xlsxOf({ survey: [header, ["text", "a", "x".repeat(40 * mebibyte)]] });
  const { graph, counts } = JSON.parse(await importer.convert("a", { bytes: book }));
  expect(graph.nodes[0].data.title).toHaveLength(500);
  expect(counts).toEqual({ found: 1, converted: 0, changed: 1, lost: 0 });
});

test("reads the value of a formula, never the formula", async () => {
  const formula = { formula: 'WEBSERVICE("https://example.com")', value: "Label" };
  const book = xlsxOf({ survey: [header, ["text", "a", formula]] });
  const result = await importer.convert("a", { bytes: book });
  expect(JSON.parse(result).graph.nodes[0].data.title).toBe("Label");
  expect(result).not.toContain("WEBSERVICE");
});

test.each([
  ["an .xls workbook", Buffer.from("d0cf11e0a1b11ae1", "hex"), /save it as \.xlsx/],
  ["a broken zip", Buffer.from("PK\u0003\u0004 and nothing more"), /can be read/],
  ["an empty zip", zipOf([]), /must be an export of/],
  ["an empty file", "", /must not be empty/],
  ["text", "hello, world", /must be an export of/],
  ["an image", Buffer.from("89504e470d0a1a0a", "hex"), /must be an export of/],
  ["broken JSON", '{"fields": [', /valid JSON/],
  ["a JSON list", "[1, 2]", /must be an export of/],
  ["a graph that PUT draft refuses", '{"graph": {"nodes": [{}]}}', /file: graph/],
])("refuses %s", async (_, bytes, expected) => {
  expect(await errorOf(bytes)).toMatch(expected);
});

test("notes cells of more than 32,767 characters, which it cuts while it reads", async () => {
  const words = "a ".repeat(25_000_000 - 1_000);
  const survey = [header, ["text", "a", words], ["select_one c", "b", "B"], ["text", "c", "x".repeat(32_767)]];
  const choices = [
    ["list_name", "name", "label"],
    ["c", "1", words.slice(0, 40_000)],
  ];
  const book = xlsxOf({ survey, choices });
  expect(book.length).toBeLessThan(60_000);
  const { counts, issues } = JSON.parse(await importer.convert("a", { bytes: book }));
  expect(counts).toMatchObject({ found: 3, lost: 0 });
  const cuts = issues.filter((issue: { code: string }) => issue.code === "text_cut");
  expect(cuts).toEqual([
    expect.objectContaining({ severity: "changed", source: "survey row 2", node_id: "a" }),
    expect.objectContaining({ severity: "changed", source: "choices row 2", node_id: null }),
  ]);
  expect(cuts[0].message).toBe("The cell `label` is longer than 32,767 characters, so it is cut.");
});

test("splits a header of 32,767 blanks in linear time", async () => {
  const survey = [
    [...header, `a${" ".repeat(200_000)}b`],
    ["text", "a", "A"],
  ];
  const { counts } = JSON.parse(
    await importer.convert("a", { bytes: xlsxOf({ survey: Array(1).fill(survey).flat() }) }),
  );
  expect(counts.found).toBe(1);
});

test("takes no exponential time for parentheses, groups and references", async () => {
  const deep = "(".repeat(2_000);
  const groups = Array.from({ length: 5_000 }, () => ["begin_group", "g", "G"]);
  const chain = Array.from({ length: 500 }, (_, at) => ["calculate", `c${at}`, "", `\${c${at + 1}} + \${c${at + 1}}`]);
  const columns = [...header, "calculation", "relevant"];
  const survey = [columns, ["text", "a", "A", "", deep], ...groups, ["text", "b", "B"], ...chain];
  const { counts } = JSON.parse(await importer.convert("a", { bytes: xlsxOf({ survey }) }));
  expect(counts.found).toBe(502);
});

test("compares no two lists that have more options than a condition has comparisons", async () => {
  const list = Array.from({ length: 500 }, (_, at) => ["many", `option_${at}`, `Option ${at}`]);
  const relevant = Array.from({ length: 100 }, () => "${a} = ${b}").join(" and ");
  const rows = Array.from({ length: 400 }, (_, at) => ["text", `q${at}`, "Q", relevant]);
  const selects = ["a", "b"].map((name) => ["select_one many", name, name, ""]);
  const book = xlsxOf({
    survey: [[...header, "relevant"], ...selects, ...rows],
    choices: [["list_name", "name", "label"], ...list],
  });
  const { counts, causes } = JSON.parse(await importer.convert("a", { bytes: book }));
  expect(counts).toMatchObject({ found: 402, changed: 400, lost: 0 });
  expect(causes[0].message).toMatch(/more than 50 comparisons/);
});
