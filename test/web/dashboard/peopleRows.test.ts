import { csvRows } from "../../../services/web/dashboard/form/links/csv.ts";
import {
  type Encoding,
  encodingsOf,
  isBinary,
  textIn,
  unicodeText,
} from "../../../services/web/dashboard/form/links/encodings.ts";
import { peopleIn } from "../../../services/web/dashboard/form/links/peopleRows.ts";
import { tableOf } from "../../../services/web/dashboard/form/links/peopleTable.ts";
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
    [
      "semicolons, with commas in quotes",
      '"a, b, c";d\n1;2',
      [
        ["a, b, c", "d"],
        ["1", "2"],
      ],
    ],
    [
      "semicolons, with a line break in quotes",
      '"a\n,,,";d\n1;2',
      [
        ["a\n,,,", "d"],
        ["1", "2"],
      ],
    ],
    [
      "the separator that Excel names",
      "sep=;\r\na,b,c;d\r\n1;2",
      [
        ["a,b,c", "d"],
        ["1", "2"],
      ],
    ],
    [
      "another separator that Excel names",
      '"sep=|"\na|b\n1|2',
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
  expect(isBinary(new Uint8Array(Buffer.from(text, "latin1")).buffer)).toBe(expected);
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
    [3, false, [{ column: 1, text: "Unknown language. Use en, de." }]],
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
    { row: 1, cells: [{ column: 1, text: "Unknown answer. Use Deep red, Blue." }] },
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

const bytesOf = (...parts: (string | readonly number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string)))).buffer;

test.each([
  ["UTF-8", Buffer.from("Zoë", "utf8")],
  ["UTF-16", Buffer.from("\uFEFFZoë", "utf16le")],
  ["UTF-16 in the other order", Buffer.from("\uFEFFZoë", "utf16le").swap16()],
])("reads a file in %s", (_, bytes) => {
  expect(unicodeText(new Uint8Array(bytes).buffer)?.replace("\uFEFF", "")).toBe("Zoë");
});

test.each<[Encoding, string, number[]]>([
  ["windows-1250", "Łukasz", [0xa3, 0x75, 0x6b, 0x61, 0x73, 0x7a]],
  ["windows-1251", "Олег", [0xce, 0xeb, 0xe5, 0xe3]],
  ["windows-1252", "Zoë", [0x5a, 0x6f, 0xeb]],
  ["windows-1253", "Άννα", [0xa2, 0xed, 0xed, 0xe1]],
  ["windows-1254", "Işık", [0x49, 0xfe, 0xfd, 0x6b]],
  ["shift_jis", "太郎", [0x91, 0xbe, 0x98, 0x59]],
  ["gbk", "李娜", [0xc0, 0xee, 0xc4, 0xc8]],
])("offers %s for a file that isn't UTF-8, with a sample", (encoding, name, bytes) => {
  const file = bytesOf("Email;Name\nada@example.com;Ada\nbob@example.com;", bytes, "\n");
  expect(unicodeText(file)).toBeNull();
  expect(encodingsOf(file).find((one) => one.encoding === encoding)?.sample).toBe(name);
  expect(textIn(file, encoding)).toContain(`bob@example.com;${name}\n`);
});

test("samples every letter that encodings differ in, and leaves out encodings that can't be", () => {
  const file = bytesOf(
    "Zo",
    [0xeb],
    "\n",
    "Zo",
    [0xeb],
    "\n".repeat(1000),
    "M",
    [0xfc],
    "ller, I",
    [0xfe, 0xfd],
    "k\n",
  );
  const offered = new Map(encodingsOf(file).map(({ encoding, sample }) => [encoding, sample]));
  expect(offered.get("windows-1254")).toBe("Zoë · Müller · Işık");
  expect(offered.get("windows-1252")).toBe("Zoë · Müller · Iþýk");
  expect([...offered.keys()]).not.toContain("shift_jis");
});

test("offers UTF-8 for a file with one stray byte, which no address keeps", () => {
  const file = bytesOf("Zoë\nBjörk\na", [0xeb], "a@example.com\n");
  expect(encodingsOf(file)[0]).toEqual({ encoding: "utf-8", sample: "Zoë · Björk · a\ufffda@example.com" });
  expect(texts(people(`ada@example.com\nbob@example.com\n${textIn(file, "utf-8").split("\n")[2]}`))).toEqual([
    "Enter a full address.",
  ]);
  expect(encodingsOf(bytesOf("Zo", [0xeb])).map(({ encoding }) => encoding)).not.toContain("utf-8");
});

const references = (text: string) => people(text).links.map(({ reference }) => reference);
const ada = "ada@example.com";
const bob = "bob@example.com";
const eve = "eve@example.com";

test.each([
  ["commas on a line", `${ada}, ${bob}\n${eve}`, [ada, bob, eve]],
  ["one column first, then several on a line", `${ada}\n${bob}; ${eve}`, [ada, bob, eve]],
  ["tabs on a line", `${ada}\t${bob}`, [ada, bob]],
  ["names in front", `Ada <${ada}>; Bob <${bob}>\nEve <${eve}>`, [ada, bob, eve]],
  ["names with commas", `Lovelace, Ada <${ada}>; "Miller, Bob" <${bob}>\n${eve}`, [ada, bob, eve]],
  ["a head of one column", `Email\n${ada}, ${bob}\n${eve}`, [ada, bob, eve]],
  ["a cell in quotes", `"Ada <${ada}>, ${bob}"\n"${eve}"`, [ada, bob, eve]],
  ["a cell of Google's contacts", `Name,E-mail 1 - Value\nAda,${ada} ::: ${bob}\nEve,${eve}`, [ada, bob, eve]],
  ["a table without a head", `Lovelace, Ada <${ada}>\nMiller, Bob <${bob}>`, [ada, bob]],
])("reads several addresses: %s", (_, text, expected) => {
  expect(people(text)).toMatchObject({ faults: [] });
  expect(references(text)).toEqual(expected);
});

test("gives several people of a row its other cells, and names the rows of the others", () => {
  const { links, faults } = people(`Email,Plan\n"${ada}; ${bob}",pro\n"${eve}; kai@example",free\n"${bob}, ${eve}",`);
  expect(links).toEqual([
    { reference: ada, hidden: { plan: "pro" } },
    { reference: bob, hidden: { plan: "pro" } },
    { reference: eve },
  ]);
  expect(faults).toEqual([
    { row: 1, isDouble: false, cells: [{ column: 0, text: "Enter full addresses." }] },
    { row: 2, isDouble: true, cells: [{ column: 0, text: "bob@example.com is in row 2, too. It’s left out." }] },
  ]);
});

test("refuses several addresses beside a reference", () => {
  const { links, faults } = people(`Reference,Email\n1,"${ada}, ${bob}"\n2,Eve <${eve}>`);
  expect(links).toEqual([{ reference: "2", email: eve }]);
  expect(faults).toMatchObject([{ row: 0, cells: [{ column: 1, text: "Enter one address." }] }]);
});

test("takes the column with most addresses", () => {
  const text = `Name,Email,Work,Notes\nAda,,${ada},\nBob,b@example.org,${bob},\nEve,,${eve},x@example.com`;
  expect(read(text).columns.map(({ use }) => use)).toEqual(["leave", "leave", "person", "leave"]);
  const referenced = read(`Reference,Email,Work\n1,,${ada}\n2,${bob},${eve}`);
  expect(referenced.columns.map(({ use }) => use)).toEqual(["reference", "leave", "email"]);
});

test("shows cells that only later rows have", () => {
  const rows = Array.from({ length: 300 }, (_, at) => `p${at}@example.com,pro`);
  const { columns } = read(`Email,Plan\n${rows.join("\n")}\n${ada},pro,${bob}`);
  expect(columns[2]).toMatchObject({ name: "Column 3", samples: [bob] });
});

test("leaves invisible marks and full-width characters out of addresses, and keeps names", () => {
  const known = { hidden: [], languages: [], questions: [] };
  const table = tableOf("email\n\u200bada@exam\u00adple.com\u00a0\nbob＠example．com\nمی\u200cخواهم", known);
  const { links } = peopleIn({ ...table, columns: [{ name: "", samples: [], use: "reference" }] }, known, new Map());
  expect(links.map(({ reference }) => reference)).toEqual(["ada@example.com", "bob@example.com", "می\u200cخواهم"]);
});
