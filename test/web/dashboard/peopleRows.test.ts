import { csvRows, decoded, isBinary } from "../../../services/web/dashboard/form/links/csv.ts";
import { peopleIn, tableOf } from "../../../services/web/dashboard/form/links/peopleRows.ts";
import { cellQuestionsOf } from "../../../services/web/dashboard/form/links/prefillCells.ts";
import { end, node } from "../../support/sampleGraphs.ts";

/** People from a pasted list or a CSV (features §15). */
const color = node("color", "multiple_choice", {
  options: [
    { value: "red", label: "Deep red" },
    { value: "blue", label: "Blue" },
  ],
});
const questions = cellQuestionsOf([color, node("age", "number"), node("photo", "file_upload"), end()]);
const known = { hidden: ["plan", "Region"], languages: ["en", "de"], questions };
const read = (text: string) => tableOf(text, known);
const people = (text: string, corrected: [string, string][] = []) => peopleIn(read(text), known, new Map(corrected));
const texts = ({ faults }: ReturnType<typeof people>) => faults.flatMap(({ cells }) => cells.map(({ text }) => text));

describe("csvRows", () => {
  test.each([
    [
      "commas",
      'a,"b, ""c""\nd",e\r\nf,,g\r\n',
      [
        ["a", 'b, "c"\nd', "e"],
        ["f", "", "g"],
      ],
    ],
    [
      "semicolons",
      "\uFEFFa;b\n1;2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "tabs, as pasted from a spreadsheet",
      "a\tb\n1\t2\n\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["one column", "a\nb\n", [["a"], ["b"]]],
    ["nothing", "", []],
  ])("reads %s", (_, text, rows) => {
    expect(csvRows(text)).toEqual(rows);
  });

  test("reads 100,000 rows", () => {
    const text = Array.from({ length: 100_000 }, (_, at) => `person${at}@example.com,pro,"a ""b"""`).join("\n");
    expect(csvRows(text)).toHaveLength(100_000);
  });
});

test("recognizes columns by their names and contents", () => {
  const { columns, numbers } = read("Name,E-Mail,Plan,region,Lang,CRM id\nAda,ada@example.com,pro,EU,de,7");
  expect(columns.map(({ use }) => use)).toEqual([
    "leave",
    "person",
    "hidden.plan",
    "hidden.Region",
    "language",
    "leave",
  ]);
  expect(numbers).toEqual([2]);
  expect(read("Reference,Mail\n4711,ada@example.com").columns.map(({ use }) => use)).toEqual(["reference", "email"]);
  expect(read("ada@example.com\nbob@example.com")).toMatchObject({ numbers: [1, 2], columns: [{ use: "person" }] });
  expect(read("email\nada@example.com")).toMatchObject({ numbers: [2], rows: [["ada@example.com"]] });
});

test("numbers rows as in the list, with its blank lines", () => {
  const text = "Email\nada@example.com\n\nbob@example.com\n ,\nada@example.com";
  expect(read(text).numbers).toEqual([2, 4, 6]);
  expect(texts(people("\nada@example.com\n\nada@example.com"))).toEqual(["Same as row 2. It’s left out."]);
});

test.each([
  ["nothing", 'Email,Name\n"ada@example.com","Ada ""A"""\n', null],
  ["nothing in a quoted quote, or in a pair of quotes", '"""ada"\n"Bob" B', null],
  ["the row of the last cell", 'Email\na@example.com\n\n"b@example.com', 4],
  ["the first row, though a later row has quotes", 'Email,Name\n"a@example.com,A\nb@example.com,"B, b"\n"c,C', 2],
  ["the head", '"Email,Name\na@example.com,A', 1],
])("finds a quote that isn't closed: %s", (_, text, row) => {
  expect(read(text).unclosed).toBe(row);
});

test.each([
  ["a workbook of Excel", "PK\u0003\u0004\u0014\0\u0006\0", true],
  ["an old workbook", "\u00d0\u00cf\u0011\u00e0\0", true],
  ["a list", "PK\nada@example.com", false],
])("tells text from %s", (_, text, expected) => {
  expect(isBinary(decoded(new Uint8Array(Buffer.from(text, "latin1")).buffer))).toBe(expected);
});

test("makes links with what the columns hold", () => {
  const { links, faults } = people("Reference,Mail,Plan,Lang\n4711,ada@example.com,pro,de\n4712,,,");
  expect(faults).toEqual([]);
  expect(links).toEqual([
    { reference: "4711", email: "ada@example.com", language: "de", hidden: { plan: "pro" } },
    { reference: "4712" },
  ]);
});

test("lists faulty rows, and takes them once they are corrected", () => {
  const text = "Email,Lang\nada@example.com,de\nbob@example,en\nADA@example.com,en\neve@example.com,xx\n,en";
  const { links, faults } = people(text);
  expect(links.map(({ reference }) => reference)).toEqual(["ada@example.com"]);
  expect(faults.map(({ row, isDouble, cells }) => [row, isDouble, cells])).toEqual([
    [1, false, [{ column: 0, text: "Enter a full address." }]],
    [2, true, [{ column: 0, text: "Same as row 2. It’s left out." }]],
    [3, false, [{ column: 1, text: "No such language. Use en, de." }]],
    [4, false, [{ column: 0, text: "Enter a reference." }]],
  ]);
  const corrected: [string, string][] = [
    ["1 0", "bob@example.com"],
    ["3 1", "en"],
  ];
  expect(people(text, corrected).links.map(({ reference }) => reference)).toEqual([
    "ada@example.com",
    "bob@example.com",
    "eve@example.com",
  ]);
});

test("asks for another reference for a different person, and leaves out the same one", () => {
  const text = "Reference,Email\n1,ada@example.com\n1,bob@example.com\n1,ada@example.com";
  expect(people(text).faults.map(({ isDouble }) => isDouble)).toEqual([false, true]);
  const { links } = people(text, [["1 0", "2"]]);
  expect(links.map(({ reference, email }) => [reference, email])).toEqual([
    ["1", "ada@example.com"],
    ["2", "bob@example.com"],
  ]);
});

test("takes names as references, too", () => {
  expect(people("Ada Lovelace\nBob\nBob")).toMatchObject({
    links: [{ reference: "Ada Lovelace" }, { reference: "Bob" }],
    faults: [{ isDouble: true }],
  });
});

test("prefills questions from columns named like their IDs or titles, and lists answers that they refuse", () => {
  const text = "Email,About color,AGE,photo\na@example.com,deep red,36,x\nb@example.com,Green,7,\nc@example.com,,old,";
  expect(read(text).columns.map(({ use }) => use)).toEqual(["person", "answer.color", "answer.age", "leave"]);
  const { links, faults } = people(text);
  expect(links).toEqual([{ reference: "a@example.com", prefill: { color: "red", age: 36 } }]);
  expect(faults).toMatchObject([
    { row: 1, cells: [{ column: 1, text: "No such answer. Use Deep red, Blue." }] },
    { row: 2, cells: [{ column: 2, text: "Enter a number, such as 7 or 7.5." }] },
  ]);
});

test("lists all faults of a row, and only that it is left out if it is a person again", () => {
  const text = "Email,Lang,color,age\na@example.com,xx,green,old\nb@example,yy,red,\nA@example.com,xx,green,old";
  const { links, faults } = people(text);
  expect(links).toEqual([]);
  expect(faults.map(({ isDouble, cells }) => [isDouble, cells.map(({ column }) => column)])).toEqual([
    [false, [1, 2, 3]],
    [false, [0, 1]],
    [true, [0]],
  ]);
});

test.each([
  ["UTF-8", Buffer.from("Zoë", "utf8")],
  ["UTF-16", Buffer.from("\uFEFFZoë", "utf16le")],
  ["the code page of Windows", Buffer.from("Zoë", "latin1")],
])("reads a file in %s", (_, bytes) => {
  expect(decoded(new Uint8Array(bytes).buffer)).toBe("Zoë");
});

test("leaves invisible marks and full-width characters out of addresses, and keeps names", () => {
  const known = { hidden: [], languages: [], questions: [] };
  const table = tableOf("email\n\u200bada@exam\u00adple.com\u00a0\nbob＠example．com\nمی\u200cخواهم", known);
  const { links } = peopleIn({ ...table, columns: [{ name: "", samples: [], use: "reference" }] }, known, new Map());
  expect(links.map(({ reference }) => reference)).toEqual(["ada@example.com", "bob@example.com", "می\u200cخواهم"]);
});
