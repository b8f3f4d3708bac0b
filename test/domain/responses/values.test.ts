import type { Cell } from "../../../services/sessions/importing/table.ts";
import type { Json } from "../../../shared/domain/graph/types.ts";
import { type Asked, answersOf, formOf, type Given, grid, json, mapped, options, refusedOf, rowsOf } from "./table.ts";

/** Reads a column of one question; a refused cell is its reason. */
async function read(asked: Asked, cells: (Cell | number | boolean)[], more: Partial<Given> = {}): Promise<unknown[]> {
  const table = { headers: ["q"], rows: cells.map((cell) => [cell]), ...more };
  const form = formOf({ q: asked }, { translations: { de: german } });
  return (await rowsOf(table, form)).map(
    ({ answers, refused }) => answers.get("q")?.value ?? refused[0]?.reason ?? null,
  );
}

const german = { "q.options.cat": "Katze", "q.yes_label": "Jawohl", "q.columns.early": "Früh", "q.unit": "Stück" };
const pets = options("Cat", "Dog", "Red fish");
const option = "isn't one of the question's options";

describe("texts", () => {
  it("stay as written, without a guard", async () => {
    const cells = [" a  b ", "'=1", "'-", "'@x", "'\tx", "'quoted'", "''=1", "\u0000", json(5), json([1])];
    expect(await read(["short_text", "Q"], cells)).toEqual([
      ...[" a  b ", "=1", "-", "@x", "\tx", "'quoted'", "''=1", "\u0000", "5"],
      "isn't text",
    ]);
  });

  it("lose blanks around addresses and phone numbers", async () => {
    expect(await read(["email", "Q"], [" a@example.org ", "'@example.org"])).toEqual(["a@example.org", "@example.org"]);
    const phone: Asked = ["phone", "Q", { default_country: "DE" }];
    expect(await read(phone, ["'+49 30 901820", " 030 901820"])).toEqual(["+49 30 901820", "030 901820"]);
  });
});

describe("choices", () => {
  it("are values, then labels in any language, then without case", async () => {
    const cells = ["cat", " Red  fish", "Katze", "KATZE", "DOG", "red_fish", "Bird"];
    const expected = ["cat", "red_fish", "cat", "cat", "dog", "red_fish", option];
    expect(await read(["multiple_choice", "Q", pets], cells)).toEqual(expected);
    expect(await read(["dropdown", "Q", { ...pets, allow_other: true }], ["Dog", " Bird "])).toEqual(["dog", " Bird "]);
  });

  it("prefer the language of the row, then the form's", async () => {
    const swapped = { "q.options.a": "Second", "q.options.b": "First" };
    const given = {
      options: [
        { value: "a", label: "First" },
        { value: "b", label: "Second" },
      ],
    };
    const form = formOf({ q: ["multiple_choice", "Q", given] }, { translations: { de: swapped } });
    const table = { headers: ["q", "lang"], own: [null, "language"] as const };
    const rows = [
      ["First", "de"],
      ["First", "DE-AT"],
      ["First", "en"],
      ["First", ""],
    ];
    expect((await answersOf({ ...table, rows }, form)).map(({ q }) => q)).toEqual(["b", "b", "a", "a"]);
    expect((await rowsOf({ ...table, rows }, form)).map(({ language }) => language)).toEqual(["de", "de", "en", null]);
  });

  it("refuse a text of two options", async () => {
    const twice = {
      options: [
        { value: "a", label: "Same" },
        { value: "b", label: "same" },
        { value: "c", label: "Same" },
      ],
    };
    expect(await read(["multiple_choice", "Q", twice], ["Same", "same", "SAME"])).toEqual([
      "fits more than one option",
      "b",
      "fits more than one option",
    ]);
  });

  it("read yes and no in many ways", async () => {
    const cells = ["yes", "Jawohl", "1", "TRUE", "y", json(true), "No", "0", "false", "N", json(false), "2"];
    const yes = Array.from({ length: 6 }, () => "yes");
    expect(await read(["yes_no", "Q"], cells)).toEqual([...yes, "no", "no", "no", "no", "no", option]);
  });

  it("read ratings by their emojis", async () => {
    expect(await read(["emoji_rating", "Q"], ["😍", "Great", "bad"])).toEqual(["great", "great", "bad"]);
  });
});

describe("numbers", () => {
  const number: Asked = ["number", "Q", { unit: "kg" }];
  const twice = "can be read as two numbers, with a comma or a point for decimals";
  const none = "isn't a number";

  it.each<[string, string[], Json[]]>([
    ["plain ones", ["1", "-2.5", "+3", "1e3", ".5", "1.234", "\u22124"], [1, -2.5, 3, 1000, 0.5, 1.234, -4]],
    ["a decimal comma, and then points as thousands", ["1,5", "1.234", "1.234,5", "1,234"], [1.5, 1234, 1234.5, 1.234]],
    ["commas as thousands beside points", ["1.5", "1,234", "1,234,567.5"], [1.5, 1234, 1234567.5]],
    ["no comma that can be both", ["1", "1,234"], [1, twice]],
    ["what is sure in a column that has both", ["1,5", "2.5", "1,234", "1.234"], [1.5, 2.5, twice, twice]],
    ["blanks and apostrophes between thousands", ["1 234 567", "1\u00a0234,5", "1’234"], [1234567, 1234.5, 1234]],
    ["the unit", ["5 kg", "5KG", "kg 5", "5 Stück", "5 t"], [5, 5, 5, 5, none]],
    ["no other text", ["five", "1-2", "1,23,4", "--1", "1 2"], [none, none, none, none, none]],
  ])("read %s", async (_, cells, expected) => expect(await read(number, cells)).toEqual(expected));

  it("are read of ratings too, and from JSON", async () => {
    expect(await read(["star_rating", "Q"], ["4", json(5), json("3"), json(true)])).toEqual([4, 5, 3, none]);
  });
});

describe("dates", () => {
  const day: Asked = ["date", "Q"];
  const two = "can be read as two dates, and the column doesn't say which";

  it.each<[string, Asked, (Cell | string)[], Json[]]>([
    [
      "ISO",
      day,
      ["2026-01-02", "2026-01-02T23:30:00", "2026-01-02 00:00:00"],
      ["2026-01-02", "2026-01-02", "2026-01-02"],
    ],
    ["the only order of the column", day, ["01/02/2026", "13/02/2026"], ["2026-02-01", "2026-02-13"]],
    ["none of two orders", day, ["01/02/2026", "2026-01-03"], [two, "2026-01-03"]],
    ["cells of a workbook", day, [{ text: "46024", date: "2026-01-02T00:00:00" }], ["2026-01-02"]],
    ["no other text", day, ["soon", "2026-02-30"], ["isn't a date", "isn't a date"]],
    [
      "minutes",
      ["date", "Q", { precision: "minute" }],
      ["2026-01-02T10:30:59", "2026-01-02"],
      ["2026-01-02T10:30", "is a date without a time"],
    ],
    [
      "times",
      ["date", "Q", { precision: "time" }],
      ["10:30:00.000+02:00", "2:05 PM", "x"],
      ["10:30", "14:05", "isn't a time"],
    ],
  ])("read %s", async (_, asked, cells, expected) => expect(await read(asked, cells)).toEqual(expected));

  it("take the order of the mapping", async () => {
    const table = { headers: ["q"], rows: [["01/02/2026"]] };
    const form = formOf({ q: day });
    expect(await answersOf(table, form, mapped({}, { date_order: "mdy" }))).toEqual([{ q: "2026-01-02" }]);
  });
});

describe("lists", () => {
  const closed: Asked = ["checkbox", "Q", pets];
  const open: Asked = ["checkbox", "Q", { ...pets, allow_other: true }];

  it.each<[string, Asked, (Cell | string)[], unknown[]]>([
    [
      "semicolons, lines and commas",
      closed,
      ["Cat;Dog", "Dog\nKatze", "Red fish, cat", "A;B"],
      [["cat", "dog"], ["dog", "cat"], ["red_fish", "cat"], option],
    ],
    ["a separator at the end", closed, ["Cat;Dog;"], [["cat", "dog"]]],
    ["an option twice as one", closed, ["Cat; cat"], [["cat"]]],
    ["values with blanks between them", closed, ["cat red_fish"], [["cat", "red_fish"]]],
    [
      "own text",
      open,
      ["Cat; an  owl, or two", "a; b", "owl;Cat"],
      [["cat", "an  owl, or two"], ["a; b"], ["owl", "cat"]],
    ],
    ["JSON", open, [json(["cat", "Dog"]), json("cat"), json(["x"])], [["cat", "dog"], ["cat"], ["x"]]],
    ["JSON of closed questions", closed, [json(["cat", "x"]), json({ a: 1 })], [option, option]],
    ["no sign without an option", closed, ["1"], ["doesn't say which option is chosen"]],
  ])("are cut at %s", async (_, asked, cells, expected) => expect(await read(asked, cells)).toEqual(expected));

  it("are cut by the longest labels, and refused if there are two ways", async () => {
    const colors: Asked = ["checkbox", "Q", options("Red", "Green", "Red, Green", "Blue, dark")];
    expect(await read(colors, ["Blue, dark; Red", "Red, Green", "Green, Red"])).toEqual([
      ["blue_dark", "red"],
      "can be split into options in more than one way",
      ["green", "red"],
    ]);
  });

  it("take one option of a question with images", async () => {
    expect(await read(["picture_choice", "Q", pets], ["Dog", json("cat")])).toEqual([["dog"], ["cat"]]);
  });

  it("are quick for hostile labels and cells", async () => {
    const hostile = options(...Array.from({ length: 100 }, (_, at) => "a,".repeat(at + 1)));
    const [answer] = await read(["checkbox", "Q", { ...hostile, allow_other: true }], ["a,".repeat(20_000)]);
    expect(answer).toEqual(expect.any(String));
  });
});

describe("split choices", () => {
  const form = formOf({
    q: ["checkbox", "Pets", pets],
    open: ["checkbox", "Open", { ...options("No", "Yes"), allow_other: true }],
  });
  const headers = ["q/cat", "q/dog", "q/red_fish"];

  it("read signs and labels", async () => {
    const rows = [
      ...[
        ["1", "0", "1"],
        ["TRUE", "FALSE", ""],
        ["Y", "", "n"],
        ["Checked", "Unchecked", ""],
        ["Cat", "", "Red fish"],
      ],
      ...[
        ["0", "0", "0"],
        ["N/A", "", "N/A"],
        ["", "", ""],
      ],
    ];
    const asked = (await answersOf({ headers, rows }, form)).map(({ q }) => q);
    expect(asked).toEqual([
      ["cat", "red_fish"],
      ["cat"],
      ["cat"],
      ["cat"],
      ["cat", "red_fish"],
      undefined,
      undefined,
      undefined,
    ]);
    expect(await refusedOf({ headers, rows: [["1", "maybe", ""]] }, form)).toEqual([
      ["q/dog: doesn't say whether the option is chosen"],
    ]);
  });

  it("give way to a joined column that isn't empty", async () => {
    const rows = [
      ["Dog", "1", "0"],
      ["", "1", "0"],
    ];
    const asked = await answersOf({ headers: ["q", "q/cat", "q/dog"], rows }, form);
    expect(asked).toEqual([{ q: ["dog"] }, { q: ["cat"] }]);
  });

  it("come before a joined column if a label has the separator", async () => {
    const colors = formOf({ q: ["checkbox", "Q", { ...options("Red", "Green", "Red, Green"), allow_other: true }] });
    const table = { headers: ["q", "Q (Red)", "Q (Green)", "Q (Red, Green)"] };
    const rows = [
      ["Red, Green", "FALSE", "FALSE", "TRUE"],
      ["Red, Green", "TRUE", "TRUE", ""],
      ["Red, mine", "TRUE", "", ""],
      ["Red, Green", "TRUE", "FALSE", ""],
    ];
    expect((await answersOf({ ...table, rows }, colors)).map(({ q }) => q)).toEqual([
      ["red_green"],
      ["red", "green"],
      ["red", "mine"],
      ["red"],
    ]);
  });

  it("tell an option that is called No from a sign", async () => {
    const table = { headers: ["open [No]", "open [Yes]"] };
    expect(
      await answersOf(
        {
          ...table,
          rows: [
            ["No", ""],
            ["", "Yes"],
          ],
        },
        form,
      ),
    ).toEqual([{ open: ["no"] }, { open: ["yes"] }]);
    expect(
      await answersOf(
        {
          ...table,
          rows: [
            ["Yes", "No"],
            ["No", "Yes"],
          ],
        },
        form,
      ),
    ).toEqual([{ open: ["no"] }, { open: ["yes"] }]);
  });

  it("read codes whose cells have the option", async () => {
    expect(await answersOf({ headers: ["q_1", "q_2"], rows: [["Cat", "dog"]] }, form)).toEqual([{ q: ["cat", "dog"] }]);
  });
});

describe("other texts", () => {
  const form = formOf({
    one: ["multiple_choice", "One", { ...pets, allow_other: true }],
    many: ["checkbox", "Many", { ...pets, allow_other: true }],
  });

  it("stand for a bare other", async () => {
    const table = { headers: ["one", "one[other]"] };
    const rows = [
      ["-oth-", "owl"],
      ["Other", "owl"],
      ["", "owl"],
      ["Cat", ""],
      ["other", ""],
      ["owl", "owl"],
    ];
    expect((await answersOf({ ...table, rows }, form)).map(({ one }) => one)).toEqual([
      ...["owl", "owl", "owl", "cat", "other", "owl"],
    ]);
    expect(await refusedOf({ ...table, rows: [["Cat", "owl"]] }, form)).toEqual([
      ["one[other]: is a second answer to a question that takes one"],
    ]);
  });

  it("are options where they name one, and the answer where there is nothing else", async () => {
    const table = { headers: ["Answer text", "many", "many_other"] };
    const rows = [
      ["Dog", "Cat", "Dog"],
      ["owl", "", "Dog"],
    ];
    expect(await answersOf({ ...table, rows }, form, mapped({ "Answer text": "one" }))).toEqual([
      { one: "dog", many: ["cat", "dog"] },
      { one: "owl", many: ["dog"] },
    ]);
  });

  it("join the options", async () => {
    const table = { headers: ["many", "many_other", "many/cat"] };
    const rows = [
      ["cat other", "owl", "1"],
      ["Cat; Other", "owl"],
      ["", "owl", "1"],
      ["Cat; owl", "owl"],
    ];
    expect((await answersOf({ ...table, source: "kobo", rows: rows.slice(0, 1) }, form))[0]).toEqual({
      many: ["cat", "owl"],
    });
    expect((await answersOf({ ...table, rows: rows.slice(1) }, form)).map(({ many }) => many)).toEqual([
      ["cat", "owl"],
      ["cat", "owl"],
      ["cat", "owl"],
    ]);
    expect(await refusedOf({ ...table, rows: [["Cat; eel", "owl"]] }, form)).toEqual([
      ["many_other: is a second text beside the options"],
    ]);
  });
});

describe("rankings", () => {
  const form = formOf({ q: ["ranking", "Q", pets] });

  it("are lists, a column for each rank, or one for each option", async () => {
    expect(await answersOf({ headers: ["q"], rows: [["Dog; Cat"]] }, form)).toEqual([{ q: ["dog", "cat"] }]);
    expect(await answersOf({ headers: ["q[2]", "q[1]"], rows: [["Cat", "Dog"]] }, form)).toEqual([
      { q: ["dog", "cat"] },
    ]);
    const split = { headers: ["q - Cat", "q - Dog", "q - Red fish"] };
    expect(await answersOf({ ...split, rows: [["2", "1", ""]] }, form)).toEqual([{ q: ["dog", "cat"] }]);
    expect(await refusedOf({ ...split, rows: [["1", "1"], ["x"]] }, form)).toEqual([
      ["q - Dog: has the same rank or option twice"],
      ["q - Cat: isn't a rank"],
    ]);
  });
});

describe("matrices", () => {
  const form = formOf(
    { q: ["matrix", "When", grid(["Monday", "Tuesday"], ["Early", "Late"])] },
    { translations: { de: german } },
  );

  it("refuse a cell alone", async () => {
    const table = {
      headers: ["When [Monday]", "When [Tuesday]"],
      rows: [
        ["früh", "Noon"],
        ["", "Early;Late"],
      ],
    };
    expect(await answersOf(table, form)).toEqual([{ q: { monday: "early" } }, {}]);
    expect(await refusedOf(table, form)).toEqual([
      ["When [Tuesday]: isn't one of the question's columns"],
      ["When [Tuesday]: isn't one of the question's columns"],
    ]);
  });

  it("read an object", async () => {
    const table = {
      headers: ["q"],
      rows: [[json({ monday: "late", Tuesday: "Early" })], [json({ friday: "late", monday: "early" })], ["x"]],
    };
    expect(await answersOf(table, form)).toEqual([
      { q: { monday: "late", tuesday: "early" } },
      { q: { monday: "early" } },
      {},
    ]);
    expect((await refusedOf(table, form)).flat()).toEqual([
      "q: isn't one of the question's rows",
      "q: doesn't say which row it answers",
    ]);
  });
});

describe("records", () => {
  const fields = [
    { key: "name", title: "Name", question_type: "short_text" },
    { key: "age", title: "Age", question_type: "number" },
    { key: "pets", title: "Pets", question_type: "checkbox", config: pets },
  ];
  const form = formOf({ q: ["records", "People", { fields }] });
  const one = async (cell: Cell, source: Given["source"] = "table") => {
    const [row] = await rowsOf({ source, headers: ["q"], rows: [[cell]] }, form);
    return row?.answers.get("q")?.value ?? row?.refused[0]?.reason;
  };

  it("are JSON by titles or keys", async () => {
    const expected = [{ name: "Ann", age: 4, pets: ["cat"] }, { name: "Bo" }];
    expect(await one('[{"Name":"Ann","Age":4,"Pets":["Cat"]},{"Name":"Bo"}]')).toEqual(expected);
    expect(
      await one(
        json([
          { name: "Ann", age: "4", pets: ["cat"] },
          { name: "Bo", age: null },
        ]),
      ),
    ).toEqual(expected);
  });

  it("are rows of a sheet of KoboToolbox", async () => {
    const rows = [{ "people/name": "Ann", "people/pets": "cat dog", _index: 1 }];
    expect(await one(json(rows), "kobo")).toEqual([{ name: "Ann", pets: ["cat", "dog"] }]);
  });

  it("have a field's answer under any of its names", async () => {
    const sex = { key: "sex", title: "Sex", question_type: "multiple_choice", config: options("Female", "M") };
    const asked = formOf({ q: ["records", "People", { fields: [sex] }] });
    const rowsWith = async (rows: Json) =>
      (await rowsOf({ source: "surveyjs", headers: ["q"], rows: [[json(rows)]] }, asked))[0];
    expect((await rowsWith([{ Sex: "Female" }, { sex: "m" }]))?.answers.get("q")?.value).toEqual([
      { sex: "female" },
      { sex: "m" },
    ]);
    expect((await rowsWith([{ Sex: "Female", sex: "m" }]))?.refused[0]?.reason).toMatch(/a second answer/);
  });

  it.each<[Cell, string]>([
    ["Ann", "isn't a list of rows"],
    [json([1]), "has a row 1 with other fields than the question's"],
    [json([{ other: 1 }]), "has a row 1 with other fields than the question's"],
    [json([{}, { age: "old" }]), 'has a row 2 with a field "Age" that isn\'t a number'],
  ])("refuse %j", async (cell, reason) => expect(await one(cell)).toBe(reason));
});

it("refuses files", async () => {
  expect(await read(["file_upload", "Q"], ["a.png", ""])).toEqual(["is a file, and files aren't imported", null]);
});
