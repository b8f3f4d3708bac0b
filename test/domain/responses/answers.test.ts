import { openTables } from "../../../services/sessions/importing/openTables.ts";
import type { FileResponse, TargetForm } from "../../../services/sessions/importing/response.ts";
import { openResponses } from "../../../services/sessions/importing/responses.ts";
import { xlsxOf } from "../../support/zip.ts";
import { formOf, grid, mapped, now, options } from "./table.ts";

/** Opens a file as text, and returns its responses with their answers as objects. */
async function imported(
  lines: readonly string[] | string | Buffer,
  form: TargetForm,
  mapping = mapped({}, { zone: "Europe/Berlin" }),
) {
  const bytes = lines instanceof Buffer ? lines : Buffer.from(typeof lines === "string" ? lines : lines.join("\r\n"));
  const tables = await openTables(bytes, { encoding: null });
  const responses = await openResponses(tables, form, mapping, now);
  const rows: FileResponse[] = [];
  for await (const row of responses.read()) rows.push(row);
  return {
    source: responses.source,
    suggestions: responses.columns.map(({ suggestion }) => suggestion),
    answers: rows.map(({ answers }) => Object.fromEntries([...answers].map(([id, { value }]) => [id, value]))),
    rows,
  };
}

const pets = options("Cat", "Dog");
const open = { ...pets, allow_other: true };

it("reads Typeform", async () => {
  const form = formOf(
    {
      name: ["short_text", "Your name"],
      which: ["multiple_choice", "Which?", options("4", "5")],
      pets: ["checkbox", "Pets", open],
      ok: ["yes_no", "Do you agree, {{answer:name}}?"],
      phone: ["phone", "Phone"],
    },
    { hidden: ["campaign"] },
  );
  const { source, answers, rows } = await imported(
    [
      '#,Your name,Which?,Cat,Dog,Other,"Do you agree, {{field:01}}?",Phone,campaign,Response Type,Start Date (UTC),Stage Date (UTC),Submit Date (UTC),Network ID,Tags,Ending',
      "k3h,Ann,4,Cat,,an owl,1,'+4930901820,x,completed,2026-01-23 06:24:12,,2026-01-23 06:27:59,938f43,,End A",
      "k4h,Bo,,,,,,,,started,2026-01-23 06:24:12,2026-01-23 06:27:59,,938f43,,",
    ],
    form,
  );
  expect(source).toBe("typeform");
  expect(answers).toEqual([
    { name: "Ann", which: "4", pets: ["cat", "an owl"], ok: "yes", phone: "+4930901820" },
    { name: "Bo" },
  ]);
  expect(rows[0]).toMatchObject({
    row: 2,
    identities: ["id:k3h"],
    started_at: new Date("2026-01-23T06:24:12Z"),
    completed_at: new Date("2026-01-23T06:27:59Z"),
    hidden: { campaign: "x" },
    is_unfinished: false,
  });
  expect(rows[1]?.is_unfinished).toBe(true);
});

it("reads Google Forms", async () => {
  const form = formOf({
    email: ["email", "Email Address"],
    pets: ["checkbox", "Pets", open],
    when: ["matrix", "When?", grid(["Monday", "Tuesday"], ["Morning", "Noon"])],
    day: ["date", "Day"],
  });
  const { answers, rows } = await imported(
    [
      '"Timestamp","Email Address","Pets","When? [Monday]","When? [Tuesday]","Day"',
      '"2026/10/17 6:31:58 PM EST","a@example.com","Cat;Dog;an owl","Morning","","2026-10-05"',
    ],
    form,
  );
  expect(answers).toEqual([
    { email: "a@example.com", pets: ["cat", "dog", "an owl"], when: { monday: "morning" }, day: "2026-10-05" },
  ]);
  expect(rows[0]).toMatchObject({ started_at: null, completed_at: new Date("2026-10-17T23:31:58Z") });
});

it("reads KoboToolbox", async () => {
  const form = formOf({
    pets: ["checkbox", "Pets", open],
    age: ["number", "Age"],
    rank: ["ranking", "Rank", pets],
  });
  const { answers, rows } = await imported(
    [
      '"start";"group/pets";"group/pets/cat";"group/pets/dog";"group/pets/other";"group/pets_other";"group/age";"rank";"_id";"_uuid";"_submission_time";"_validation_status";"_index"',
      '"2026-10-23T05:40:39.000-04:00";"cat other";"1";"0";"1";"an owl";"30";"dog cat";"61";"u-4858";"2026-10-23T09:41:19";"";"1"',
      '"2026-10-23T05:40:39.000-04:00";"";"";"";"";"";"";"";"62";"4859";"2026-10-23T09:41:19";"";"2"',
    ],
    form,
  );
  expect(answers).toEqual([{ pets: ["cat", "an owl"], age: 30, rank: ["dog", "cat"] }, {}]);
  expect(rows[0]).toMatchObject({ identities: ["id:u-4858"], completed_at: new Date("2026-10-23T09:41:19Z") });
});

it("reads KoboToolbox's workbooks with repeats, and labels with blanks", async () => {
  const fields = [
    { key: "name", title: "Name", question_type: "short_text" },
    { key: "pets", title: "Pets", question_type: "checkbox", config: options("Cat", "Red fish") },
  ];
  const form = formOf({
    people: ["records", "People", { fields }],
    pets: ["checkbox", "Pets", options("Cat", "Red fish", "Red", "fish")],
  });
  const file = xlsxOf({
    Survey: [
      ["Pets", "Pets/Cat", "Pets/Red fish", "Pets/Red", "Pets/fish", "_id", "_uuid", "_submission_time", "_index"],
      ["Cat Red fish", 1, 1, 0, 0, 61, "u-1", "2026-10-23T09:41:19", 1],
      ["", "", "", "", "", 62, "u-2", "2026-10-23T09:41:19", 2],
    ],
    people: [
      ["people/name", "people/pets", "_index", "_parent_table_name", "_parent_index", "_submission__id"],
      ["Ann", "Red fish Cat", 1, "Survey", 1, 61],
      ["Bo", "", 2, "Survey", 1, 61],
    ],
  });
  const { answers } = await imported(file, form);
  expect(answers).toEqual([
    { pets: ["cat", "red_fish"], people: [{ name: "Ann", pets: ["red_fish", "cat"] }, { name: "Bo" }] },
    {},
  ]);
});

it("reads texts with markup, as they are shown or written", async () => {
  const form = formOf(
    {
      q: [
        "multiple_choice",
        "**Pet** {{answer:q}}",
        {
          options: [
            { value: "a", label: "*Cat*" },
            { value: "b", label: "Dog" },
          ],
        },
      ],
    },
    { markup: "inline" },
  );
  expect((await imported(["x,Pet", "1,Cat", "1,*cat*"], form)).answers).toEqual([{ q: "a" }, { q: "a" }]);
  expect((await imported(["x,**Pet** {{answer:q}}", "1,Cat"], form)).answers).toEqual([{ q: "a" }]);
});

it("reads ODK Central", async () => {
  const form = formOf({
    age: ["number", "Age"],
    pets: ["checkbox", "Pets", pets],
    at: ["date", "At", { precision: "time" }],
  });
  const { answers } = await imported(
    [
      "SubmissionDate,start,g-age,g-pets,g-pets/cat,g-pets/dog,at,meta-instanceID,KEY,SubmitterID,SubmitterName,AttachmentsPresent,AttachmentsExpected,Status,ReviewState,DeviceID,Edits,FormVersion",
      "2026-10-23T09:41:19.000Z,2026-10-23T05:40:39.000-04:00,30,cat dog,1,1,10:30:00.000+02:00,uuid:1,uuid:1,5,App user,0,0,,,,0,1",
      "2026-10-23T09:41:19.000Z,2026-10-23T05:40:39.000-04:00,,,0,0,,uuid:2,uuid:2,5,App user,0,0,,,,0,1",
    ],
    form,
  );
  expect(answers).toEqual([{ age: 30, pets: ["cat", "dog"], at: "10:30" }, {}]);
});

it("reads LimeSurvey by codes and by texts", async () => {
  const form = formOf(
    {
      Q1: [
        "multiple_choice",
        "A bird?",
        {
          options: [
            { value: "A1", label: "Duck" },
            { value: "A2", label: "Hen" },
          ],
          allow_other: true,
        },
      ],
      Q2: [
        "checkbox",
        "Pets",
        {
          options: [
            { value: "SQ001", label: "Cat" },
            { value: "SQ002", label: "Dog" },
          ],
          allow_other: true,
        },
      ],
      Q3: [
        "matrix",
        "Agree?",
        {
          rows: [{ key: "SQ001", label: "Early" }],
          columns: [
            { value: "yes", label: "Yes" },
            { value: "no", label: "No" },
          ],
        },
      ],
      Q4: [
        "ranking",
        "Order",
        {
          options: [
            { value: "1", label: "One" },
            { value: "2", label: "Two" },
          ],
        },
      ],
    },
    { translations: { de: {} } },
  );
  const codes = await imported(
    [
      '"id","submitdate","lastpage","startlanguage","seed","Q1","Q1[other]","Q2[SQ001]","Q2[SQ002]","Q2[other]","Q3[SQ001]","Q4[1]","Q4[2]"',
      '"1","2026-10-23 09:41:19","3","de","12","-oth-","owl","Y","","eel","Y","2","1"',
      '"2","","3","en","12","A2","","","","","","",""',
      '"3","1980-01-01 00:00:00","3","en","12","A2","","","","","","",""',
      "",
    ],
    form,
  );
  expect(codes.answers).toEqual([
    { Q1: "owl", Q2: ["SQ001", "eel"], Q3: { SQ001: "yes" }, Q4: ["2", "1"] },
    { Q1: "A2" },
    { Q1: "A2" },
  ]);
  expect(
    codes.rows.map(({ completed_at, is_unfinished, language }) => [completed_at, is_unfinished, language]),
  ).toEqual([
    [new Date("2026-10-23T07:41:19Z"), false, "de"],
    [null, true, "en"],
    [null, false, "en"],
  ]);
  const texts = await imported(
    [
      '"Response ID","Date submitted","Last page","Start language","A bird?","A bird? [Other]","Pets [Cat]","Pets [Dog]","Agree? [Early]"',
      '"1","2026-10-23 09:41:19","3","en","Other","owl","Yes","No","N/A"',
      '"2","2026-10-23 09:41:19","3","en","Duck","","N/A","N/A","No"',
    ],
    form,
  );
  expect(texts.answers).toEqual([
    { Q1: "owl", Q2: ["SQ001"] },
    { Q1: "A1", Q3: { SQ001: "no" } },
  ]);
});

it("reads Tally", async () => {
  const form = formOf({
    pets: ["checkbox", "Pets", pets],
    first: ["short_text", "Why?"],
    second: ["short_text", "Why?"],
    books: ["long_text", "List books that you like"],
  });
  const { answers } = await imported(
    [
      "Submission ID,Respondent ID,Submitted at,Pets,Pets (Cat),Pets (Dog),Why?,Why? (2),List books...",
      'PgY,l0W,2026-08-11 23:25:40,"Cat, Dog",TRUE,TRUE,a,b,c',
    ],
    form,
  );
  expect(answers).toEqual([{ pets: ["cat", "dog"], first: "a", second: "b", books: "c" }]);
});

it("reads Microsoft Forms", async () => {
  const form = formOf({
    pets: ["checkbox", "Pets", pets],
    name: ["short_text", "Name"],
    rate: ["matrix", "How was it?", grid(["Food", "Staff"], ["Bad", "Good"])],
    why: ["short_text", "Why"],
    again: ["short_text", "Why"],
  });
  const { answers, rows } = await imported(
    [
      "ID,Start time,Completion time,Email,Name,Pets,Food,Staff,Why,Why2",
      "1,7/2/26 11:00:22,7/13/26 11:01:22,anonymous,,Cat;Dog;,Good,Bad,a,b",
    ],
    form,
    mapped({}, { zone: "Europe/Berlin", date_order: "mdy" }),
  );
  expect(answers).toEqual([{ pets: ["cat", "dog"], rate: { food: "good", staff: "bad" }, why: "a", again: "b" }]);
  expect(rows[0]).toMatchObject({ identities: ["id:1 7/2/26 11:00:22"], started_at: new Date("2026-07-02T09:00:22Z") });
});

it("reads Qualtrics", async () => {
  const form = formOf({
    pets: ["checkbox", "Pets", open],
    rate: ["matrix", "Rate", grid(["Food", "Staff"], ["Bad", "Good"])],
    rank: ["ranking", "Order", pets],
    age: ["number", "Age"],
  });
  const { answers } = await imported(
    [
      "StartDate,EndDate,Status,Finished,ResponseId,Q1_1,Q1_2,Q1_3_TEXT,Q2_1,Q2_2,Q3_1,Q3_2,Q4",
      "Start Date,End Date,Response Type,Finished,Response ID,Pets - Cat,Pets - Dog,Pets - Other - Text,Rate - Food,Rate - Staff,Order - Cat,Order - Dog,Age",
      '"{""ImportId"":""startDate"",""timeZone"":""America/Denver""}",,,,,,,,,,,,',
      "2026-07-18 08:28:09,2026-07-18 08:30:09,IP Address,True,R_1,Cat,,owl,Good,-99,2,1,-99",
    ],
    form,
  );
  expect(answers).toEqual([{ pets: ["cat", "owl"], rate: { food: "good" }, rank: ["dog", "cat"] }]);
});

it("reads REDCap", async () => {
  const form = formOf({
    pets: [
      "checkbox",
      "Pets",
      {
        options: [
          { value: "0", label: "None" },
          { value: "1", label: "Cat" },
        ],
      },
    ],
    age: ["number", "Age"],
  });
  const { answers } = await imported(
    ["record_id,pets___0,pets___1,age,form_1_complete", "1,0,1,4,2", "2,0,0,5,2", "3,1,0,,2"],
    form,
  );
  expect(answers).toEqual([{ pets: ["1"], age: 4 }, { age: 5 }, { pets: ["0"] }]);
});

it("reads Formbricks", async () => {
  const form = formOf({ pets: ["checkbox", "Pets", open], rate: ["matrix", "Rate", grid(["Food"], ["Bad", "Good"])] });
  const { answers, suggestions } = await imported(
    [
      "No.,Response ID,Timestamp,Finished,Survey ID,Formbricks ID (internal),User ID,Tags,source,1. Pets,1. Pets - Option ID,2. Rate - Food",
      '1,c1,2026-01-01 20:00:00 UTC,Yes,s,f,,,link,Cat; an owl,"x1, other",Good',
    ],
    form,
  );
  expect(answers).toEqual([{ pets: ["cat", "an owl"], rate: { food: "good" } }]);
  expect(suggestions.slice(-3)).toEqual(["pets", null, "rate.food"]);
});

it("reads SurveyJS", async () => {
  const form = formOf({
    r: ["multiple_choice", "R", open],
    c: ["checkbox", "C", { options: [...pets.options, { value: "none", label: "None" }] }],
    b: ["yes_no", "B"],
    m: ["matrix", "M", grid(["R1"], ["1", "2"])],
    t_i1: ["short_text", "Field"],
    m2_r1_c1: ["short_text", "Cell"],
    p: ["records", "P", { fields: [{ key: "n", title: "N", question_type: "short_text" }] }],
    dt: ["date", "D", { precision: "minute" }],
  });
  const one = {
    ...{ r: "other", "r-Comment": "mine", c: ["none"], b: true, m: { r1: 1 }, t: { i1: "x" }, m2: { r1: { c1: "y" } } },
    ...{ p: [{ n: "Z" }], dt: "2026-11-25T10:30" },
  };
  const { answers, suggestions, source } = await imported(JSON.stringify([one, { r: "cat" }]), form);
  expect(source).toBe("surveyjs");
  expect(answers).toEqual([
    {
      ...{ r: "mine", c: ["none"], b: "yes", m: { r1: "1" }, t_i1: "x", m2_r1_c1: "y" },
      ...{ p: [{ n: "Z" }], dt: "2026-11-25T10:30" },
    },
    { r: "cat" },
  ]);
  expect(suggestions).toEqual(["r", "r", "c", "b", "m", null, null, "p", "dt", "t_i1", "m2_r1_c1"]);
});

it("reads names of SurveyJS of which the import of the form made values", async () => {
  const made = {
    options: [
      { value: "item_1", label: "First" },
      { value: "b", label: "B" },
      { value: "b_2", label: "B!" },
    ],
  };
  const m = {
    rows: [{ key: "row_1", label: "Row" }],
    columns: [
      { value: "a_b", label: "A" },
      { value: "c", label: "C" },
    ],
  };
  const form = formOf({ q: ["multiple_choice", "Q", made], m: ["matrix", "M", m] });
  const lines = [{ q: "item 1", m: { "row 1": "a b" } }, { q: "b?" }].map((it) => JSON.stringify(it));
  const { answers, rows } = await imported(lines.join("\n"), form);
  expect(answers).toEqual([{ q: "item_1", m: { row_1: "a_b" } }, {}]);
  expect(rows[1]?.refused).toEqual([{ column: "q", reason: "fits more than one option" }]);
});

it("reads Typeform's API", async () => {
  const form = formOf({ pets: ["checkbox", "Pets", open], name: ["short_text", "Name"], ok: ["yes_no", "Ok"] });
  const answer = (ref: string, type: string, value: unknown) => ({
    field: { id: "x", ref, type: "y" },
    type,
    [type]: value,
  });
  const items = [
    {
      ...{ token: "t1", landed_at: "2026-01-01T10:00:00Z", submitted_at: "2026-01-01T10:01:00Z" },
      answers: [
        answer("pets", "choices", { labels: ["Cat"], other: "owl" }),
        answer("name", "text", "Ann"),
        answer("ok", "boolean", false),
      ],
    },
  ];
  const { answers } = await imported(JSON.stringify({ total_items: 1, items }), form);
  expect(answers).toEqual([{ pets: ["cat", "owl"], name: "Ann", ok: "no" }]);
});
