import fc from "fast-check";
import { openTables } from "../../../services/sessions/importing/openTables.ts";
import type { FileResponse, Mapping, Responses, TargetForm } from "../../../services/sessions/importing/response.ts";
import { openResponses } from "../../../services/sessions/importing/responses.ts";
import { walkedVersion, walkResponse } from "../../../services/sessions/importing/walkResponse.ts";
import { importSources } from "../../../shared/api/shapes/responseImports.ts";
import { workbookParts, xlsxOf, zipOf } from "../../support/zip.ts";
import { sample } from "./reading.ts";
import { formOf, type Given, grid, mapped, noMapping, now, opened, options, rowsOf, suggestionsOf } from "./table.ts";

/** A filled cell is stored, or refused by name, or its column is left out by name (wants §25). */

const people = formOf(
  { name: ["short_text", "Your name"], age: ["number", "Age"] },
  { hidden: ["campaign", "record", "event", "instrument", "instance"] },
);

async function openFile(file: string | Buffer, form: TargetForm, mapping: Mapping = noMapping): Promise<Responses> {
  const tables = await openTables(typeof file === "string" ? Buffer.from(file) : file, { encoding: mapping.encoding });
  return openResponses(tables, form, mapping, now);
}

async function readFile(file: string | Buffer, form: TargetForm, mapping: Mapping = noMapping) {
  const responses = await openFile(file, form, mapping);
  const rows: FileResponse[] = [];
  for await (const row of responses.read()) rows.push(row);
  return {
    ...responses,
    rows,
    answers: rows.map(({ answers }) => Object.fromEntries([...answers].map(([id, { value }]) => [id, value]))),
    refused: rows.map(({ refusal, refused }) => refusal ?? refused.map(({ column, reason }) => `${column}: ${reason}`)),
    left: responses.columns.filter(({ suggestion }) => suggestion === null).map(({ header }) => header),
  };
}

describe("a split column of an option that the question lacks", () => {
  const form = formOf({
    coffee: ["checkbox", "Coffee", options("French", "British")],
    rank: ["ranking", "Rank", options("French", "British")],
  });

  it("refuses the answer that has it chosen", async () => {
    const lines = [
      '"coffee/french";"coffee/italian";"coffee/british";"_uuid";"_submission_time";"_index"',
      '"1";"1";"0";"u-1";"2026-03-01T09:41:19";"1"',
      '"1";"0";"0";"u-2";"2026-03-01T09:41:19";"2"',
      '"0";"1";"0";"u-3";"2026-03-01T09:41:19";"3"',
    ];
    const { answers, refused } = await readFile(lines.join("\n"), form);
    const reason = "coffee/italian: isn't one of the question's options";
    expect(answers).toEqual([{}, { coffee: ["french"] }, {}]);
    expect(refused).toEqual([[reason], [], [reason]]);
  });

  it("refuses a rank of it, and leaves out a column of something else", async () => {
    const given = {
      headers: ["rank [French]", "rank [Italian]", "rank [British]", "rank [seconds]"],
      rows: [["1", "2", "3", "21.5"]],
    };
    const [row] = await rowsOf(given, form);
    expect(row?.refused).toEqual([{ column: "rank [Italian]", reason: "isn't one of the question's options" }]);
    expect(await suggestionsOf(given, form)).toEqual(["rank", "rank", "rank", null]);
  });

  it("refuses a ticked column that the list doesn't have", async () => {
    const given = { headers: ["coffee", "coffee/french", "coffee/british"], rows: [["french", "1", "1"]] };
    const [row] = await rowsOf(given, form);
    expect(row?.answers.get("coffee")?.value).toEqual(["french"]);
    expect(row?.refused).toEqual([{ column: "coffee/british", reason: "isn't in the list of the question's options" }]);
  });
});

describe("a workbook", () => {
  const cells = (xml: string, rows = "") =>
    zipOf(
      workbookParts({
        Sheet1: `<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>name</t></is></c><c t="inlineStr"><is><t>age</t></is></c><c t="inlineStr"><is><t>id</t></is></c></row><row r="2">${xml}</row>${rows}</sheetData></worksheet>`,
      }),
    );

  it("refuses formulas without a value and errors by name, and stores the rest", async () => {
    const { answers, refused } = await readFile(
      cells('<c t="inlineStr"><is><t>Ann</t></is></c><c><f>1+1</f></c>', '<row r="3"><c t="e"><v>#N/A</v></c></row>'),
      people,
    );
    expect(answers).toEqual([{ name: "Ann" }, {}]);
    expect(refused).toEqual([
      ["age: is a formula without a stored value; open and save the file in a spreadsheet"],
      ["name: is an error of the spreadsheet"],
    ]);
  });

  it("refuses a row whose id has no value", async () => {
    const id = mapped({ id: "id" });
    const given = cells('<c t="inlineStr"><is><t>Ann</t></is></c><c><v>3</v></c><c t="e"><v>#REF!</v></c>');
    expect((await readFile(given, people, id)).refused).toEqual(["has an id that can't be read"]);
  });

  it("refuses hours beyond a day as a time", async () => {
    const form = formOf({ name: ["date", "Name", { precision: "time" }] });
    const styles = {
      name: "xl/styles.xml",
      bytes: Buffer.from('<styleSheet><cellXfs><xf/><xf numFmtId="46"/></cellXfs></styleSheet>'),
    };
    const sheet = `<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>name</t></is></c></row><row r="2"><c s="1"><v>1.25</v></c></row><row r="3"><c s="1"><v>0.25</v></c></row></sheetData></worksheet>`;
    const { answers, refused } = await readFile(zipOf([...workbookParts({ Sheet1: sheet }), styles]), form);
    expect(answers).toEqual([{}, { name: "06:00" }]);
    expect(refused).toEqual([["name: isn't a time"], []]);
  });

  it("is read from the visible sheet whose headers fit best", async () => {
    const cover = [["Results of our survey"], ["Made by Ann"]];
    const rows = [
      ["Your name", "Age"],
      ["Ann", 41],
      ["Bo", 7],
    ];
    const fit = await readFile(xlsxOf({ Cover: cover, Responses: rows }), people);
    expect(fit.answers).toEqual([
      { name: "Ann", age: 41 },
      { name: "Bo", age: 7 },
    ]);
    const hidden = zipOf(
      workbookParts({ Old: sheetOf(["Your name", "Age"]), Cover: sheetOf(["Nothing"]) }).map((part) =>
        part.name === "xl/workbook.xml"
          ? { ...part, bytes: Buffer.from(part.bytes.toString().replace('name="Old"', 'name="Old" state="hidden"')) }
          : part,
      ),
    );
    expect((await openFile(hidden, people)).columns.map(({ header }) => header)).toEqual(["Nothing"]);
  });

  it("reads the rows of a group whose sheet's name is cut, by their headers", async () => {
    const fields = [{ key: "age", title: "Age", question_type: "number" }];
    const others = [{ key: "plot", title: "Plot", question_type: "number" }];
    const form = formOf({
      people_who_live_in_this_household: ["records", "People", { fields }],
      people_who_live_in_this_other_one: ["records", "Plots", { fields: others }],
    });
    const sheet = "people_who_live_in_this_other_o";
    const main = [
      ["_id", "_uuid", "_submission_time", "_index"],
      [1, "u-1", "2026-10-23T09:41:19", 1],
    ];
    const rows = [
      ["age", "mood", "_index", "_parent_table_name", "_parent_index"],
      [41, "good", 1, "Survey", 1],
    ];
    const { answers, left } = await readFile(xlsxOf({ Survey: main, [sheet]: rows }), form);
    expect(answers).toEqual([{ people_who_live_in_this_household: [{ age: 41 }] }]);
    expect(left).toContain(`${sheet}/mood`);
  });

  const sheetOf = (headers: string[]) =>
    `<worksheet><sheetData><row r="1">${headers.map((it) => `<c t="inlineStr"><is><t>${it}</t></is></c>`).join("")}</row></sheetData></worksheet>`;
});

describe("a file of another form", () => {
  it("fits no column, unless the mapping names one", async () => {
    expect((await openFile("Foo,Bar\n1,2", people)).fits).toBe(false);
    expect((await openFile("Foo,Bar\n1,2", people, mapped({ Foo: "name" }))).fits).toBe(true);
    const kobo = '"q";"_uuid";"_submission_time";"_index"\n"1";"u";"2026-10-23T09:41:19";"1"';
    expect(await openFile(kobo, people)).toMatchObject({ fits: false, source: "kobo" });
  });
});

describe("a table", () => {
  it("has times by their headers, and an id that differs in every row", async () => {
    const given = (ids: string[]) =>
      ["Submitted at,id,Your name", ...ids.map((id, at) => `2026-01-0${at + 1}T10:00:00Z,${id},Ann`)].join("\n");
    const { rows } = await readFile(given(["7", "8"]), people);
    expect(rows.map(({ completed_at }) => completed_at?.toISOString().slice(0, 10))).toEqual([
      "2026-01-01",
      "2026-01-02",
    ]);
    expect(rows.map(({ identities }) => identities[0])).toEqual([
      "id:7 2026-01-01T10:00:00Z",
      "id:8 2026-01-02T10:00:00Z",
    ]);
    expect((await openFile(given(["7", "7"]), people)).columns.map(({ suggestion }) => suggestion)).toEqual([
      "completed_at",
      null,
      "name",
    ]);
    expect((await openFile("Submitted at,Your name\nsoon,Ann", people)).columns[0]?.suggestion).toBeNull();
  });

  it("keeps the keys of rows that were imported before", async () => {
    const { rows } = await readFile("id,Your name\n7,Ann\n8,Bo", people);
    for (const { identities } of rows) expect(identities[1]).toMatch(/^row:/);
  });
});

describe("a hidden field", () => {
  it("refuses a value that is too long, as a start does", async () => {
    const lines = ["Your name,hidden.campaign", `Ann,${"x".repeat(1001)}`, `Bo,${"x".repeat(1000)}`];
    const { rows, refused } = await readFile(lines.join("\n"), people);
    expect(rows.map(({ hidden }) => Object.keys(hidden))).toEqual([[], ["campaign"]]);
    expect(refused[0]).toEqual(["hidden.campaign: is longer than 1,000 characters"]);
  });
});

describe("SurveyMonkey", () => {
  const form = formOf(
    {
      pets: ["checkbox", "Which pets?", { ...options("Cat", "Dog"), allow_other: true }],
      mood: ["multiple_choice", "How are you?", options("Good", "Bad")],
      rate: ["matrix", "Rate us", grid(["Food", "Staff"], ["Low", "High"])],
      why: ["long_text", "Why?"],
    },
    { hidden: ["Custom Data 1"] },
  );
  const lines = [
    "Respondent ID,Collector ID,Start Date,End Date,IP Address,Email Address,First Name,Last Name,Custom Data 1,Which pets?,,,How are you?,Rate us,,Why?",
    ",,,,,,,,,Cat,Dog,Other (please specify),Response,Food,Staff,Open-Ended Response",
    '114,5,03/04/2026 09:00:00 AM,03/04/2026 09:05:00 AM,1.2.3.4,,,,abc,Cat,,"a fox, red",Good,Low,High,because',
  ];

  it("has two rows of headers and its own dates", async () => {
    const { source, rows, answers, left, refused } = await readFile(
      lines.join("\n"),
      form,
      mapped({}, { zone: "UTC" }),
    );
    expect([source, refused]).toEqual(["surveymonkey", [[]]]);
    expect(answers).toEqual([
      { pets: ["cat", "a fox, red"], mood: "good", rate: { food: "low", staff: "high" }, why: "because" },
    ]);
    expect(rows[0]).toMatchObject({
      hidden: { "Custom Data 1": "abc" },
      started_at: new Date("2026-03-04T09:00:00Z"),
      completed_at: new Date("2026-03-04T09:05:00Z"),
    });
    expect(left).toEqual(["Collector ID", "IP Address", "Email Address", "First Name", "Last Name"]);
  });

  it("keeps the keys of rows that were imported as a table", async () => {
    const { rows } = await readFile(lines.join("\n"), form, mapped({}, { zone: "UTC" }));
    expect(rows[0]?.identities.slice(0, 2)).toEqual([
      expect.stringMatching(/^id:114 /),
      expect.stringMatching(/^row:.*:1$/),
    ]);
  });
});

describe("Qualtrics' older format", () => {
  it.each(["V1,V2,V3,V4,V5", "ResponseID,ResponseSet,StartDate,EndDate,Finished"])(
    "has titles below %s",
    async (first) => {
      const lines = [
        `${first},name`,
        "ResponseID,ResponseSet,StartDate,EndDate,Finished,Your name",
        "R_1,Default,2026-01-01 10:00:00,2026-01-01 10:05:00,1,Ann",
      ];
      const { source, rows, answers } = await readFile(lines.join("\n"), people, mapped({}, { zone: "UTC" }));
      expect([source, answers]).toEqual(["qualtrics", [{ name: "Ann" }]]);
      expect(rows[0]?.identities[0]).toBe("id:R_1");
    },
  );
});

describe("REDCap", () => {
  const form = formOf(
    {
      race: [
        "checkbox",
        "Race",
        {
          options: [
            { value: "1", label: "One" },
            { value: "-9", label: "Unknown" },
          ],
        },
      ],
      note: ["short_text", "Note"],
    },
    { hidden: ["record", "event", "instrument", "instance"] },
  );

  it("reads codes as its headers write them", async () => {
    const { answers } = await readFile("record_id,race___1,race____9,f_complete\n1,0,1,2", form);
    expect(answers).toEqual([{ race: ["-9"] }]);
  });

  it("keeps what tells a row, or leaves it out by name", async () => {
    const line =
      "record_id,redcap_event_name,redcap_repeat_instrument,redcap_repeat_instance,note,f_complete\n7,base,f,2,hi,2";
    const { rows } = await readFile(line, form);
    expect(rows[0]).toMatchObject({
      identities: ["id:7 base f 2"],
      hidden: { record: "7", event: "base", instrument: "f", instance: "2" },
    });
    const plain = formOf({ note: ["short_text", "Note"] });
    const { left } = await readFile(line, plain);
    expect(left).toEqual(["redcap_event_name", "redcap_repeat_instrument", "redcap_repeat_instance", "f_complete"]);
  });

  it("begins at the earliest of its timestamps and ends at the latest", async () => {
    const lines = [
      "record_id,a_timestamp,note,a_complete,b_timestamp,race___1,b_complete",
      "1,2018-03-06 15:52:43,hi,2,2018-03-01 10:00:00,1,2",
      "2,2018-03-06 15:52:43,hi,2,[not completed],1,2",
    ];
    const { rows } = await readFile(lines.join("\n"), form, mapped({}, { zone: "UTC" }));
    expect(
      rows.map(({ started_at, completed_at }) => [started_at?.toISOString(), completed_at?.toISOString()]),
    ).toEqual([
      ["2018-03-01T10:00:00.000Z", "2018-03-06T15:52:43.000Z"],
      [undefined, "2018-03-06T15:52:43.000Z"],
    ]);
  });

  it("judges a row of a repeating instrument by the instrument's questions", async () => {
    const graph = {
      schema_version: "2.0" as const,
      entry_node_id: "note",
      fallback_end_node_id: "end",
      nodes: [
        { id: "note", question_type: "short_text", data: { title: "Note", is_required: true } },
        { id: "size", question_type: "number", data: { title: "Size", is_required: true } },
        { id: "end", question_type: "end_screen", data: {} },
      ],
      edges: [
        { from: "note", to: "size", condition: null },
        { from: "size", to: "end", condition: null },
      ],
    };
    const lines = [
      "record_id,redcap_repeat_instrument,redcap_repeat_instance,note,a_complete,size,b_complete",
      "1,,,hi,2,,",
      "1,b,1,,,3,2",
    ];
    const { rows } = await readFile(lines.join("\n"), { graph, language: null, translations: new Map() });
    const rules = {
      refusesInvalid: false,
      refusesIncomplete: false,
      created: now,
      oldest: null,
      oldestPersonal: null,
      personal: new Set<string>(),
      language: null,
    };
    const walked = rows.map((row) => walkResponse(walkedVersion(graph, row.unasked ?? undefined), row, rules).session);
    expect(walked.map((it) => it?.status)).toEqual(["abandoned", "completed"]);
    // also where the file lacks the columns of the others
    const part = ["record_id,redcap_repeat_instrument,redcap_repeat_instance,size,b_complete", "1,b,1,3,2"];
    const [only] = (await readFile(part.join("\n"), { graph, language: null, translations: new Map() })).rows;
    expect([...(only?.unasked ?? [])]).toEqual(["note"]);
  });
});

describe("the sheet of a group that repeats", () => {
  const fields = [
    { key: "c1", title: "Comment", question_type: "short_text" },
    { key: "c2", title: "Comment", question_type: "short_text" },
    { key: "langs", title: "Languages", question_type: "checkbox", config: options("En", "Fr") },
  ];
  const form = formOf({ people: ["records", "People", { fields }] });
  const main = [
    ["_id", "_uuid", "_submission_time", "_index"],
    [1, "u-1", "2026-10-23T09:41:19", 1],
  ];
  const own = ["_index", "_parent_table_name", "_parent_index"];
  const readSheet = (...rows: (string | number)[][]) => readFile(xlsxOf({ Survey: main, people: rows }), form);

  it("has equal labels by their order", async () => {
    const { answers } = await readSheet(["Comment", "Comment", ...own], ["x", "y", 1, "Survey", 1]);
    expect(answers).toEqual([{ people: [{ c1: "x", c2: "y" }] }]);
  });

  it("refuses a chosen option that the field lacks", async () => {
    const headers = ["people/langs/de", "people/langs/en", "people/langs/fr", ...own];
    expect((await readSheet(headers, [1, 1, 0, 1, "Survey", 1])).refused).toEqual([
      [expect.stringContaining("isn't one of the question's options")],
    ]);
    expect((await readSheet(headers, [0, 1, 0, 1, "Survey", 1])).answers).toEqual([{ people: [{ langs: ["en"] }] }]);
  });

  it("names rows of no response, and cells under no header", async () => {
    const { left } = await readSheet(["c1", "", ...own], ["x", "lost", 1, "Survey", 1], ["y", "", 2, "Survey", 7]);
    expect(left).toEqual(expect.arrayContaining(["people/#2", "people: 1 rows of no response"]));
  });
});

describe("alike names and rows", () => {
  it("are told by headers if sheets of groups are cut", async () => {
    const fields = [{ key: "name", title: "Name", question_type: "short_text" }];
    const [one, two] = ["household_members_of_the_family_one", "household_members_of_the_family_two"] as const;
    const form = formOf({ [one]: ["records", "One", { fields }], [two]: ["records", "Two", { fields }] });
    const own = ["_index", "_parent_table_name", "_parent_index"];
    const file = xlsxOf({
      Survey: [
        ["_id", "_uuid", "_submission_time", "_index"],
        [1, "u-1", "2026-10-23T09:41:19", 1],
      ],
      household_members_of_the_famil: [
        [`${two}/name`, ...own],
        ["Bo", 1, "Survey", 1],
      ],
      household_members_of_the_fami_1: [
        [`${one}/name`, ...own],
        ["Ann", 1, "Survey", 1],
      ],
    });
    expect((await readFile(file, form)).answers).toEqual([{ [one]: [{ name: "Ann" }], [two]: [{ name: "Bo" }] }]);
  });

  it("keep a question with the name of a column of SurveyMonkey", async () => {
    const form = formOf({ mail: ["email", "Email Address"] });
    const lines = [
      "Respondent ID,Collector ID,Start Date,End Date,Email Address,Email Address",
      ",,,,,Open-Ended Response",
      "114,5,03/04/2026 09:00:00 AM,03/04/2026 09:05:00 AM,a@example.org,b@example.org",
    ];
    expect((await readFile(lines.join("\n"), form, mapped({}, { zone: "UTC" }))).answers).toEqual([
      { mail: "b@example.org" },
    ]);
  });

  it("keep a last question of SurveyMonkey with several columns", async () => {
    const form = formOf({
      name: ["short_text", "Your name"],
      colours: ["checkbox", "Colours", options("Red", "Blue")],
    });
    const lines = [
      "Respondent ID,Collector ID,Start Date,End Date,Your name,Colours,",
      ",,,,Open-Ended Response,Red,Blue",
      "114,5,03/04/2026 09:00:00 AM,03/04/2026 09:05:00 AM,Ann,,Blue",
    ];
    expect((await readFile(lines.join("\n"), form, mapped({}, { zone: "UTC" }))).answers).toEqual([
      { name: "Ann", colours: ["blue"] },
    ]);
  });

  it("find a row with a duration that was a time of a day before", async () => {
    const styles = {
      name: "xl/styles.xml",
      bytes: Buffer.from('<styleSheet><cellXfs><xf/><xf numFmtId="46"/></cellXfs></styleSheet>'),
    };
    const sheetWith = (cell: string) =>
      `<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>Your name</t></is></c><c t="inlineStr"><is><t>Dur</t></is></c></row><row r="2"><c t="inlineStr"><is><t>Ann</t></is></c>${cell}</row></sheetData></worksheet>`;
    const rowOf = async (cell: string) =>
      (await readFile(zipOf([...workbookParts({ Sheet1: sheetWith(cell) }), styles]), people)).rows[0];
    const before = await rowOf('<c t="inlineStr"><is><t>06:00:00</t></is></c>');
    const present = await rowOf('<c s="1"><v>1.25</v></c>');
    expect(present?.identities).toContain(before?.identities[0]);
  });

  it("name an error in a column of languages", async () => {
    const form = formOf({ name: ["short_text", "Your name"] }, { translations: { de: {} } });
    const rows = [["Ann", { text: "" as const, fault: "is an error of the spreadsheet" } as never]];
    const [row] = await rowsOf({ headers: ["name", "tag"], rows }, form, mapped({ tag: "language" }));
    expect(row?.refused).toEqual([{ column: "tag", reason: "is an error of the spreadsheet" }]);
  });
});

describe("an own text that looks like a sign", () => {
  it("is a text", async () => {
    const form = formOf({
      mood: ["multiple_choice", "Mood", { ...options("Good", "Bad"), allow_other: true }],
      pets: ["checkbox", "Pets", { ...options("Cat", "Dog"), allow_other: true }],
    });
    const given = { source: "limesurvey" as const, headers: ["mood", "mood[other]", "pets[cat]", "pets[other]"] };
    const [row] = await rowsOf({ ...given, rows: [["-oth-", "No", "Y", "1"]] }, form);
    expect([row?.answers.get("mood")?.value, row?.answers.get("pets")?.value]).toEqual(["No", ["cat", "1"]]);
  });
});

describe("a list beside split columns whose labels have its separator", () => {
  it("refuses an answer with items that they don't have", async () => {
    const form = formOf({ q: ["checkbox", "Q", options("Red, big", "Cat")] });
    const headers = ["q", "q [Red, big]", "q [Cat]"];
    const rows = [
      ["zzz", "1", "0"],
      ["Cat, Fox", "0", "1"],
      ["Red, big, Cat", "1", "1"],
    ];
    const read = await rowsOf({ headers, rows }, form);
    expect(read.map(({ answers, refused }) => answers.get("q")?.value ?? refused[0]?.column)).toEqual([
      ...["q", "q"],
      ["red_big", "cat"],
    ]);
  });
});

describe("an option that the question lacks", () => {
  const form = formOf({ col: ["checkbox", "Colours", options("Red", "Blue")] });
  it.each<[Given, string[]]>([
    [
      {
        source: "qualtrics",
        headers: ["Q2_1", "Q2_2", "Q2_3"],
        titles: ["Colours - Red", "Colours - Blue", "Colours - Green"],
        rows: [["Red", "", "Green"]],
      },
      ["Q2_3"],
    ],
    [
      { source: "limesurvey", headers: ["col[red]", "col[blue]", "col[green]"], rows: [["2", "1", "1"]] },
      ["col[green]"],
    ],
    [{ source: "limesurvey", headers: ["col[red]", "col[blue]", "col[green]"], rows: [["2", "1", "2"]] }, []],
    [{ source: "typeform", headers: ["Red", "Blue", "Green"], rows: [["Red", "", "Green"]] }, ["Green"]],
  ])("refuses the answer in %j", async (given, columns) => {
    const [row] = await rowsOf(given, form);
    expect(row?.refused.map(({ column }) => column)).toEqual(columns);
  });
});

describe("a time with words behind it", () => {
  it("isn't read half", async () => {
    for (const time of ["2025/04/15 2:42:35 nachm. MESZ", "2025-09-08 13:58 see note"]) {
      const { refused } = await readFile(
        `"Timestamp","Your name"\n"${time}","Ann"`,
        people,
        mapped({}, { zone: "UTC" }),
      );
      expect(refused).toEqual(["has a time that can't be read"]);
    }
  });
});

describe("keys of rows of a table", () => {
  it("are found whatever the mapping says", async () => {
    const lines = "id,Submitted at,Your name\n7,2026-01-01T10:00:00Z,Ann\n8,2026-01-01T10:00:00Z,Bo";
    const mappings = [
      noMapping,
      mapped({ id: "id" }),
      mapped({ id: "id", "Submitted at": null }),
      mapped({ id: null }),
    ];
    const all = await Promise.all(mappings.map(async (mapping) => (await readFile(lines, people, mapping)).rows[0]));
    const stored = all.map((row) => row?.identities[0] as string);
    for (const row of all) expect(row?.identities).toEqual(expect.arrayContaining(stored));
  });
});

/** Keys that the release 92a4f1e3 made of the samples' rows, by file. */
const before = JSON.parse(sample("identities.json").toString()) as Record<string, string[]>;

describe("a row that was imported before", () => {
  it.each(Object.entries(before))("keeps its key in %s", async (name, keys) => {
    const { rows } = await readFile(sample(name), people, mapped({}, { zone: "UTC" }));
    expect(rows.length).toBeGreaterThan(0);
    for (const { identities } of rows) expect(identities.some((it) => keys.includes(it))).toBe(true);
  });

  it("is found by the id that a mapping named in a table", async () => {
    const { rows } = await readFile(sample("surveyMonkey.csv"), people, mapped({}, { zone: "UTC" }));
    const times = ["", " 03/04/2026 09:00:00 AM", " 03/04/2026 09:05:00 AM"];
    expect(rows[0]?.identities).toEqual(expect.arrayContaining(times.map((time) => `id:114${time}`)));
  });
});

describe("Kobo's own times", () => {
  it("ask for the zone of a device, and not of the arrival", async () => {
    const lines = [
      '"start";"end";"name";"_uuid";"_submission_time";"_index"',
      '"2026-03-01T10:00:00";"2026-03-01T10:05:00";"Ann";"u-1";"2026-03-01T15:05:10";"1"',
    ];
    await expect(openFile(lines.join("\n"), people)).rejects.toThrow("mapping.zone: is required");
    const { rows } = await readFile(lines.join("\n"), people, mapped({}, { zone: "America/New_York" }));
    expect(rows[0]?.started_at?.toISOString()).toBe("2026-03-01T15:00:00.000Z");
    await expect(openFile(lines.join("\n").replaceAll(':00"', ':00.000-05:00"'), people)).resolves.toMatchObject({
      fits: true,
    });
  });
});

/** Any form and file: no filled cell goes without a word. */
describe("a file of any source", () => {
  const form = formOf(
    {
      name: ["short_text", "Your name"],
      age: ["number", "Age"],
      born: ["date", "Born"],
      one: ["multiple_choice", "Choose one", options("Cat", "Red fish", "Yes", "1")],
      open: ["dropdown", "Or another", { ...options("Cat", "Dog"), allow_other: true }],
      many: ["checkbox", "Choose many", options("Cat", "Dog", "No")],
      rank: ["ranking", "Rank", options("Cat", "Dog", "Fox")],
      rate: ["matrix", "Rate", grid(["Food", "Staff"], ["Low", "High"])],
    },
    { hidden: ["src"] },
  );
  const ends = fc.constantFrom("Cat", "cat", "Dog", "Fox", "Food", "Staff", "Other", "Extra", "1", "comment");
  const bases = fc.constantFrom(
    ...["name", "Your name", "Age", "born", "one", "Choose one", "open", "many", "Choose many", "rank", "rate", "Rate"],
  );
  const header = fc.oneof(
    bases,
    fc.constantFrom("src", "hidden.src", "id", "Submitted at", "Extra", "Score"),
    fc.tuple(bases, fc.constantFrom("/", "[", "___", "_", " - ", " ("), ends).map(([base, sign, end]) => {
      if (sign === "[") return `${base} [${end}]`;
      return sign === " (" ? `${base} (${end})` : base + sign + end;
    }),
  );
  const cell = fc.constantFrom(
    ...[
      "",
      "",
      "1",
      "0",
      "2",
      "Cat",
      "cat; Dog",
      "Red fish",
      "yes",
      "No",
      "TRUE",
      "Checked",
      "low",
      "High",
      "N/A",
      "soon",
      "41",
      "1,5",
    ],
    ...["2026-01-02", "03/04/2026", "Other", "other", "a text", "Fox", "3"],
  );
  const file = fc.uniqueArray(header, { minLength: 1, maxLength: 6 }).chain((headers) =>
    fc.record({
      source: fc.constantFrom(...importSources),
      headers: fc.constant(headers),
      rows: fc.array(fc.tuple(...headers.map(() => cell)), { minLength: 1, maxLength: 3 }),
    }),
  );

  const isUnchosen = (text: string) => /^(?:0|2|false|no|n|n\/a|unchecked|)$/i.test(text.trim());

  it("stores each filled cell, refuses it, or leaves its column out", async () => {
    await fc.assert(
      fc.asyncProperty(file, async (given) => {
        const responses = await opened(given, form).catch(() => null);
        if (!responses) return;
        const kept = responses.columns.map(({ suggestion }) => suggestion);
        let at = 0;
        for await (const row of responses.read()) {
          const cells = given.rows[at++] ?? [];
          if (row.refusal !== null) continue;
          const refused = new Set(row.refused.map(({ column }) => column));
          for (const [column, text] of cells.entries()) {
            const target = kept[column] ?? null;
            if (text.trim() === "" || target === null || refused.has(given.headers[column] ?? "")) continue;
            if (["id", "started_at", "completed_at", "language"].includes(target)) continue;
            if (target.startsWith("hidden:")) expect(row.hidden[target.slice(7)]).toBe(text);
            else expect([given, text, shownOf(row, target), isFound(text, shownOf(row, target))]).toContain(true);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  /** The stored answer of a question, or "refused". */
  function shownOf({ answers, refused }: FileResponse, target: string): string {
    const id = target.split(".")[0] as string;
    const value = answers.get(id)?.value;
    const title = form.graph.nodes.find((node) => node.id === id)?.data.title ?? "";
    const isOf = (column: string | null) =>
      [id, title].some((name) => column?.toLowerCase().includes(name.toLowerCase()));
    if (refused.some(({ column }) => isOf(column))) return "refused";
    return value === undefined ? "" : JSON.stringify(value).toLowerCase();
  }

  const signs = /^(?:1|yes|y|true|checked|other|3)$/i;

  function isFound(text: string, shown: string): boolean {
    if (shown === "refused" || isUnchosen(text)) return true;
    if (shown === "") return false;
    if (signs.test(text)) return true;
    const items = text
      .toLowerCase()
      .split("; ")
      .map((item) => item.replace(",", ".").replace(" ", "_"));
    return items.every((item) =>
      shown.replaceAll(/[ ,]/g, (sign) => (sign === "," ? "." : "_")).includes(item.replace("03/04/", "")),
    );
  }
});
