import fc from "fast-check";
import { writeToBuffer } from "fast-csv";
import { opened, read, refusalOf } from "./reading.ts";

const utf16 = (text: string, mark: string, isBig = false) => {
  const bytes = Buffer.from(text, "utf16le");
  return Buffer.concat([Buffer.from(mark, "hex"), isBig ? bytes.swap16() : bytes]);
};

describe("a CSV", () => {
  it.each([
    ["commas", "Name,Age\nAnn,3\n"],
    ["semicolons", "Name;Age\nAnn;3\n"],
    ["tabs", "Name\tAge\r\nAnn\t3\r\n"],
    ["line ends of old Macs", "Name,Age\rAnn,3"],
    ["quotes and blanks behind them", '"Name","Age" \n"Ann" ,"3"'],
    ["a byte order mark", "\uFEFFName,Age\nAnn,3"],
    ["the separator in Excel's line", "sep=;\nName;Age\nAnn;3"],
    ["empty columns at the end", "Name,Age,,\nAnn,3,,\n"],
  ])("is read with %s", async (_, file) => {
    const { table, texts } = await read(file);
    expect([table.source, table.headers, texts]).toEqual(["table", ["Name", "Age"], [["Ann", "3"]]]);
  });

  it("takes the separator with which rows are as long as the header", async () => {
    const { table, texts } = await read("Name;What, when, and where?\nAnn;a, b\n");
    expect([table.headers, texts]).toEqual([["Name", "What, when, and where?"], [["Ann", "a, b"]]]);
  });

  it("counts rows as a spreadsheet: blank ones too, lines in a cell not", async () => {
    const { rows } = await read('\nName,Age\n"A\r\n""n""\nn",3\n\n , \nBob\n');
    expect(rows.map(({ number, cells }) => [number, cells])).toEqual([
      [3, ['A\r\n"n"\nn', "3"]],
      [6, ["Bob", ""]],
    ]);
  });

  it("refuses rows with more cells than headers, empty ones aside", async () => {
    const { rows } = await read("a,b\n1,2,,\n1,2,,3\n");
    expect(rows.map(({ refusal }) => refusal)).toEqual([null, "has more cells than the headers"]);
  });

  it.each([
    ["UTF-8", Buffer.from("Größe,🦉\nä,😀"), null],
    ["UTF-16 LE", utf16("Größe,🦉\nä,😀", "fffe"), null],
    ["UTF-16 BE", utf16("Größe,🦉\nä,😀", "feff", true), null],
    ["UTF-16 without a mark", utf16("Größe,🦉\nä,😀", ""), "utf-16le"],
    ["UTF-8 although another encoding is given", Buffer.from("Größe,🦉\nä,😀"), "windows-1252"],
  ])("is read in %s", async (_, file, encoding) => {
    const { table, texts } = await read(file, encoding);
    expect([table.headers, texts]).toEqual([["Größe", "🦉"], [["ä", "😀"]]]);
  });

  it.each([
    ["a byte too many", Buffer.concat([utf16("a,b\nä,😀", "fffe"), Buffer.from([0x31])])],
    ["half a character at the end", utf16("a,b\nä,😀", "feff", true).subarray(0, -2)],
  ])("is refused in UTF-16 with %s", async (_, file) => {
    expect(await refusalOf(file)).toBe("file: isn't UTF-16 as its byte order mark says, or is cut off");
  });

  it("is read in a given encoding, which is asked for", async () => {
    const file = Buffer.from("Größe,b\nä,€", "latin1").map((byte) => (byte === 0xac ? 0x80 : byte));
    const bytes = Buffer.from(file);
    expect((await read(bytes, "Windows-1252")).texts).toEqual([["ä", "€"]]);
    expect(await refusalOf(bytes)).toBe("mapping.encoding: is required, because the file isn't UTF-8");
    expect(await refusalOf(bytes, "klingon")).toMatch(/^mapping\.encoding: must be a label/);
    expect(await refusalOf("a,b\n", "klingon")).toMatch(/^mapping\.encoding: must be a label/);
    expect(await refusalOf(bytes, "utf-8")).toMatch(/^mapping\.encoding: must be the file's/);
    expect((await read(Buffer.from('\x1b$B$"\x1b(B,b\n1,2', "latin1"), "iso-2022-jp")).table.headers).toEqual([
      "あ",
      "b",
    ]);
  });

  it("gives the rows before a quote that isn't closed, again and again", async () => {
    const table = await opened('a,b\n1,2\n3,"4\n5,6\n');
    for (let time = 0; time < 2; time += 1) {
      const numbers = [];
      for await (const { number } of table.rows()) numbers.push(number);
      expect(numbers).toEqual([2]);
      expect(table.brokenOff()).toEqual({
        row: 3,
        reason: "has a quote that is never closed; rows from here on aren't read",
      });
    }
    expect((await read('a,b\n1,2\n"3"x,4\n')).broken).toMatchObject({ row: 3 });
    expect((await read(`a,b\n1,"${"x\n".repeat(1024 * 1024)}`)).broken).toMatchObject({ row: 2 });
    expect(await refusalOf('a,"b\n1,2')).toMatch(/^file: must have a row of headers, but row 1 has a quote/);
  });

  it("has the limits of wants §25", async () => {
    expect(await refusalOf(`a\n${"1\n".repeat(200_000)}`)).toBe("");
    expect(await refusalOf(`a\n${"1\n".repeat(200_001)}`)).toBe("file: must have at most 200,000 rows");
    const columns = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join();
    expect(await refusalOf(columns(2_000))).toBe("");
    expect(await refusalOf(columns(2_001))).toBe("file: must have at most 2,000 columns");
    expect(await refusalOf(`a\n${"ä".repeat(524_288)}\n`)).toBe("");
    expect(await refusalOf(`a\n1\n${"ä".repeat(524_289)}\n`)).toBe("file: row 3 must be at most 1 MiB");
  });

  it("reads back what another library writes", async () => {
    const cell = fc.oneof(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[ ",;\t\r\nx]{0,6}$/));
    const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 });
    const separators = fc.constantFrom(",", ";", "\t");
    await fc.assert(
      fc.asyncProperty(rows, separators, async (cells, delimiter) => {
        const written = cells.map((row) => row.map((text) => text.replaceAll("\0", "")));
        const file = await writeToBuffer([["a", "b", "c"], ...written], {
          delimiter,
          quoteColumns: true,
          rowDelimiter: "\r\n",
        });
        const filled = written.filter((row) => row.some((text) => text.trim() !== ""));
        expect((await read(file)).texts).toEqual(filled);
      }),
    );
  });

  it("reads any bytes without failing", async () => {
    const character = fc.constantFrom('"', ",", ";", "\n", "\r", "a", " ", "[", "{", "}", "]", ":", "\0");
    const file = fc.oneof(fc.string({ unit: character }).map(Buffer.from), fc.uint8Array().map(Buffer.from));
    await fc.assert(
      fc.asyncProperty(file, fc.constantFrom(null, "windows-1252", "shift_jis"), async (bytes, encoding) => {
        expect(await refusalOf(bytes, encoding)).toMatch(/^$|^file: |^mapping\.encoding: /);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a file of responses", () => {
  it.each([
    ["an empty file", Buffer.alloc(0), /must not be empty/],
    ["an .xls workbook", Buffer.from("d0cf11e0a1b11ae1", "hex"), /save it as \.xlsx/],
    ["an SPSS file", Buffer.from("$FL2@(#) SPSS DATA FILE"), /save it as CSV or \.xlsx/],
    ["an empty ZIP archive", Buffer.from(`504b0506${"00".repeat(18)}`, "hex"), /unzip it/],
    ["a gzip archive", Buffer.from("1f8b0800", "hex"), /unpack it/],
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452000000", "hex"), /must be CSV, \.xlsx, JSON or NDJSON/],
    ["a text with zeros", Buffer.from("a,b\0\n1,2"), /must be CSV, \.xlsx, JSON or NDJSON/],
    ["a web page", Buffer.from("<!DOCTYPE html><html>"), /export the responses/],
    ["blank lines", Buffer.from("\n \n,,\n"), /must have a row of headers/],
  ])("is refused if it is %s, with the way that works", async (_, file, reason) => {
    const refusal = await refusalOf(file);
    expect(refusal).toMatch(/^file: /);
    expect(refusal).toMatch(reason);
  });
});
