import fc from "fast-check";
import { workbookParts, xlsxOf, type ZipPart, zipOf } from "../../support/zip.ts";
import { opened, read, refusalOf, valuesOf } from "./reading.ts";

const sheet = (rows: string, name = "Sheet1") =>
  workbookParts({ [name]: `<worksheet><sheetData>${rows}</sheetData></worksheet>` });
const header =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1" t="inlineStr"><is><t>b</t></is></c></row>';

const part = (name: string, xml: string): ZipPart => ({ name, bytes: Buffer.from(xml) });

/** Styles 1 to 5: a date, a time, both, elapsed hours, a number with words. */
const styles = part(
  "xl/styles.xml",
  `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="d/m/yy\\ h:mm;@"/><numFmt numFmtId="165" formatCode="[h]:mm:ss"/>
  <numFmt numFmtId="166" formatCode="[Red]0.0&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`,
);

const cellsOf = async (cells: string, others: readonly ZipPart[] = [], change = (xml: string) => xml) => {
  const parts = sheet(`${header}<row r="2">${cells}</row>`).map((one) =>
    one.name === "xl/workbook.xml" ? part(one.name, change(one.bytes.toString())) : one,
  );
  return (await read(zipOf([...parts, ...others]))).rows[0]?.cells;
};

describe("a workbook", () => {
  it("has texts that are shared, formatted, inline or of formulas", async () => {
    const shared = part(
      "xl/sharedStrings.xml",
      "<sst><si><t>x</t></si><si><r><t>rich </t></r><r><t>text</t></r><rPh><t>no</t></rPh></si><si><t>a_x000D__x005F_x0041_</t></si></sst>",
    );
    const cell = (index: number) => `<c t="s"><v>${index}</v></c>`;
    expect(await cellsOf(cell(0) + cell(1), [shared])).toEqual(["x", "rich text"]);
    expect(await cellsOf(`${cell(2)}<c t="str"><f>A1&amp;"no"</f><v>yes</v></c>`, [shared])).toEqual([
      "a\r_x0041_",
      "yes",
    ]);
    const error = { text: "", fault: "is an error of the spreadsheet" };
    expect(await cellsOf(`${cell(9)}<c t="e"><v>#N/A</v></c><c t="s"/>`, [shared])).toEqual(["", error]);
  });

  it("has numbers and truth values", async () => {
    const cells = await cellsOf('<c r="A2"><v>0.30000000000000004</v></c><c r="B2" t="b"><v>1</v></c>');
    expect(valuesOf(cells ?? [])).toEqual(["0.3", "TRUE"]);
    expect(valuesOf((await cellsOf('<c><v>1E3</v></c><c t="n"><v>-5</v></c>')) ?? [])).toEqual(["1000", "-5"]);
  });

  it.each([
    ['<c s="1"><v>45000</v></c>', "2023-03-15", "2023-03-15T00:00:00"],
    ['<c s="2"><v>0.4375</v></c>', "10:30:00", "1899-12-30T10:30:00"],
    ['<c s="3"><v>45000.4375</v></c>', "2023-03-15 10:30:00", "2023-03-15T10:30:00"],
    ['<c s="3"><v>45000.4378191551</v></c>', "2023-03-15 10:30:27", "2023-03-15T10:30:27.575"],
    ['<c s="5"><v>45000</v></c>', "45000", "2023-03-15T00:00:00"],
    ["<c><v>59</v></c>", "59", "1900-02-28T00:00:00"],
    ["<c><v>61</v></c>", "61", "1900-03-01T00:00:00"],
    ['<c t="d"><v>2026-10-05T10:30:00.000</v></c>', "2026-10-05T10:30:00.000", "2026-10-05T10:30:00"],
  ])("has %s as a date", async (xml, text, date) => {
    expect((await cellsOf(xml, [styles]))?.[0]).toMatchObject({ text, date });
  });

  it("counts days from 1904 if it says so", async () => {
    const change = (xml: string) => xml.replace("<sheets>", '<workbookPr date1904="1"/><sheets>');
    expect((await cellsOf('<c s="1"><v>43538</v></c>', [styles], change))?.[0]).toMatchObject({ text: "2023-03-15" });
  });

  it("has rows by their numbers and cells by their columns", async () => {
    const { rows } = await read(
      zipOf(
        sheet(`${header}<row r="5"><c r="B5"><v>1</v></c></row><row><c/></row><row><c r="XFD9"><v>1</v></c></row>`),
      ),
    );
    expect(rows.map(({ number, cells, refusal }) => [number, ...valuesOf(cells), refusal])).toEqual([
      [5, "", "1", null],
      [7, "", "", "has more cells than the headers"],
    ]);
  });

  it("is read from the sheet of a known tool, else from the first with rows", async () => {
    const forms = [
      ["ID", "Start time", "Completion time", "Email", "Name", "Pets"],
      [1, 45000.5, 45000.6, "anonymous", "", "Cat"],
    ];
    expect((await read(xlsxOf({ Empty: [], Notes: [["x"]], Forms: forms }))).table.source).toBe("microsoft_forms");
    expect((await read(xlsxOf({ Empty: [], Notes: [["x"]], Other: [["y"]] }))).table.headers).toEqual(["x"]);
  });

  it("gives the rows before a damaged one", async () => {
    const rows = `${header}<row r="2"><c><v>1</v></c></row><row r="3"><c><v>2</v></c></row>`;
    const { texts, broken } = await read(
      zipOf(workbookParts({ S: `<worksheet><sheetData>${rows}<row r="4"><c></row>` })),
    );
    expect([texts, broken]).toEqual([
      [
        ["1", ""],
        ["2", ""],
      ],
      { row: 4, reason: "is damaged; rows from here on aren't read" },
    ]);
  });

  it("gives the rows before damaged bytes", async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [String(Math.sin(at)), String(Math.cos(at))]);
    const bytes = xlsxOf({ S: [["a", "b"], ...rows] });
    bytes.fill(0xff, bytes.length / 2, bytes.length / 2 + 2_000);
    const table = await opened(bytes);
    let last = 0;
    for await (const { number } of table.rows()) last = number;
    expect(last).toBeGreaterThan(1_000);
    expect(table.brokenOff()?.row).toBe(last + 1);
  });

  it("is read, or refused, with any bytes changed", async () => {
    const book = xlsxOf({ S: [["a", "b"], ...Array.from({ length: 20 }, (_, at) => [at, "x"])] });
    const changes = fc.array(fc.tuple(fc.nat(book.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(changes, async (bytes) => {
        const changed = Buffer.from(book);
        for (const [at, byte] of bytes) changed[at] = byte;
        expect(await refusalOf(changed)).toMatch(/^$|^file: /);
      }),
      { numRuns: 500 },
    );
  });

  it("is refused with the way that works", async () => {
    expect(await refusalOf(zipOf([part("a.csv", "a,b")]))).toMatch(/^file: is a ZIP archive; unzip it/);
    expect(await refusalOf(zipOf([part("mimetype", "x"), part("content.xml", "<x/>")]))).toMatch(
      /save it as \.xlsx or CSV/,
    );
    expect(await refusalOf(zipOf([part("xl/workbook.bin", "x")]))).toMatch(/save it as \.xlsx/);
    const book = xlsxOf({ S: [["a"], ["b"]] });
    expect(await refusalOf(book.subarray(0, -30))).toMatch(/^file: must be an \.xlsx workbook that can be read/);
    expect(await refusalOf(xlsxOf({}))).toBe("file: must have a sheet with rows");
    expect(await refusalOf(zipOf(workbookParts({ S: "<!DOCTYPE w><worksheet/>" })))).toMatch(/document type/);
    expect(await refusalOf(book, "klingon")).toMatch(/^mapping\.encoding: /);
  });

  it("has the limits of wants §25", async () => {
    const large = workbookParts({ S: "" }).map((one) => ({ ...one, announced: 2 ** 30 }));
    expect(await refusalOf(zipOf(large))).toBe("file: must be at most 1 GiB when it is unpacked");
    const long = "x".repeat(1024 * 1024);
    expect(await refusalOf(xlsxOf({ S: [["a", "b"], [long]] }))).toBe("");
    expect(await refusalOf(xlsxOf({ S: [["a", "b"], [1], [long, "y"]] }))).toBe("file: row 3 must be at most 1 MiB");
    expect(await refusalOf(xlsxOf({ S: [["a"], [long.repeat(20)]] }))).toBe("file: row 2 must be at most 1 MiB");
    expect(await refusalOf(xlsxOf({ S: [Array.from({ length: 2_001 }, () => "x")] }))).toMatch(/at most 2,000 columns/);
    const texts = Buffer.from(`<sst>${`<si><t>${long}</t></si>`.repeat(130)}</sst>`);
    const many = zipOf([...sheet(header), { name: "xl/sharedStrings.xml", bytes: texts }]);
    expect(await refusalOf(many)).toMatch(/^file: must have at most 128 MiB of different texts; save it as CSV/);
  });
});

describe("a workbook of KoboToolbox", () => {
  const own = ["_id", "_uuid", "_submission_time", "_index"];
  const ofRepeat = ["_index", "_parent_table_name", "_parent_index", "_submission__uuid"];

  it("has a list of objects for each group that repeats", async () => {
    const { table, rows } = await read(
      xlsxOf({
        survey: [
          ["name", ...own],
          ["Ann", 61, "u1", "2026-10-23T09:41:19", 1],
          ["Bob", 62, "u2", "2026-10-23T09:42:19", 2],
        ],
        pets: [
          ["pets/name", "pets/age", ...ofRepeat],
          ["Tom", 3, 1, "survey", 1, "u1"],
          ["Rex", "", 2, "survey", 1, "u1"],
        ],
        toys: [
          ["toy", ...ofRepeat],
          ["ball", 1, "pets", 2, "u1"],
        ],
        notes: [["x"], ["y"]],
      }),
    );
    expect([table.source, table.headers.at(-1), table.own.at(-1)]).toEqual(["kobo", "pets", null]);
    expect(rows.map(({ cells }) => valuesOf(cells).at(-1))).toEqual([
      [
        { "pets/name": "Tom", "pets/age": "3" },
        { "pets/name": "Rex", toys: [{ toy: "ball" }] },
      ],
      "",
    ]);
  });

  it("survives groups that name each other", async () => {
    const { rows } = await read(
      xlsxOf({
        survey: [
          ["name", ...own],
          ["Ann", 61, "u1", "2026-10-23T09:41:19", 1],
        ],
        a: [
          ["x", ...ofRepeat],
          ["1", 1, "b", 1, "u1"],
        ],
        b: [
          ["x", ...ofRepeat],
          ["1", 1, "a", 1, "u1"],
        ],
      }),
    );
    expect(rows).toHaveLength(1);
  });
});
