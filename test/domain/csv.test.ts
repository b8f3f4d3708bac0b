import fc from "fast-check";
import { parseString } from "fast-csv";
import { examples } from "../../services/gateway/openapi/examples.ts";
import { csvLine, guarded, responseCells } from "../../shared/domain/csv.ts";

const parsed = (text: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    parseString<string[], string[]>(text).on("data", resolve).on("error", reject);
  });

describe("csvLine", () => {
  it.each([
    ["plain", "plain"],
    ['say "hi"', '"say ""hi"""'],
    ["a;b", '"a;b"'],
    [" blank", '" blank"'],
    ["\u00A0blank", '"\u00A0blank"'],
    ["trailing ", "trailing "],
    ["cr\r", '"cr\r"'],
    ["\u00FCmlaut \u{1F642}", "\u00FCmlaut \u{1F642}"],
    ["two\nlines", '"two\nlines"'],
    ["nul\0", "nul"],
    ["", ""],
  ])("writes %j as %j", (cell, text) => {
    expect(csvLine([cell, "x"])).toBe(`${text},x\r\n`);
  });

  it("is read back as it was by another library", async () => {
    const cells = fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[ ",;\r\n=x]{1,5}$/)), {
      minLength: 2,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(cells, async (given) => {
        const row = given.map((cell) => cell.replaceAll("\0", ""));
        expect(await parsed(csvLine([...row, "end"]))).toEqual([...row, "end"]);
      }),
    );
  });
});

it("guards cells that spreadsheets read as formulas", () => {
  expect(["=1", " +1", "\uFF1D1", "-1", "a=1", "1"].map(guarded)).toEqual([
    "'=1",
    "' +1",
    "'\uFF1D1",
    "'-1",
    "a=1",
    "1",
  ]);
});

it("writes what a response lacks as empty cells", () => {
  const cells = responseCells({ ...examples.SessionListItem, id: "s", completed_at: null, duration_seconds: 0 });
  expect([cells[0], ...cells.slice(4, 6)]).toEqual(["s", "", "0"]);
});
