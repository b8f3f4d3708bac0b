import type { OwnColumn } from "../../../services/sessions/importing/table.ts";
import type { ImportSource } from "../../../shared/api/shapes/responseImports.ts";
import { ownOf, read, sample, valuesOf } from "./reading.ts";

type Own = Partial<Record<OwnColumn, string[]>>;

/** Columns that aren't skipped, and those of questions and hidden fields. */
const files: [file: string, source: ImportSource, own: Own, others: string[]][] = [
  [
    "pathform.csv",
    "pathform",
    { id: ["session_id"], started_at: ["started_at"], completed_at: ["completed_at"], language: ["language"] },
    ["hidden.src", "Your name [name]", "score [score]", "Rate us - Food [rate.food]"],
  ],
  [
    "pathform.ndjson",
    "pathform",
    { id: ["id"], started_at: ["started_at"], completed_at: ["completed_at"], language: ["language"] },
    ["hidden.src", "name", "pets"],
  ],
  [
    "typeform.csv",
    "typeform",
    { id: ["#"], started_at: ["Start Date (UTC)"], completed_at: ["Submit Date (UTC)"] },
    ["Your name", "Which?", "Cat", "Dog", "Other"],
  ],
  [
    "typeformApi.json",
    "typeform_api",
    { id: ["token"], started_at: ["landed_at"], completed_at: ["submitted_at"] },
    ["src", "name", "pets", "f3", "ok"],
  ],
  ["googleForms.csv", "google_forms", { completed_at: ["Zeitstempel"] }, ["E-Mail-Adresse", "Pets", "When? [Monday]"]],
  [
    "kobo.csv",
    "kobo",
    { id: ["_uuid"], started_at: ["start"], completed_at: ["_submission_time"] },
    ["pets", "pets/cat", "pets/dog"],
  ],
  [
    "odk.csv",
    "odk",
    { id: ["KEY"], started_at: ["start"], completed_at: ["SubmissionDate"] },
    ["g-age", "g-pets", "g-pets/cat"],
  ],
  [
    "limeSurvey.csv",
    "limesurvey",
    { id: ["id"], started_at: ["startdate"], completed_at: ["submitdate"], language: ["startlanguage"] },
    ["Q1", "Q1[other]", "Q2[SQ001]", "Q2[SQ002]"],
  ],
  [
    "tally.csv",
    "tally",
    { id: ["Submission ID"], completed_at: ["Submitted at"] },
    ["Pets", "Pets (Cat)", "Pets (Dog)"],
  ],
  [
    "microsoftForms.csv",
    "microsoft_forms",
    { id: ["ID"], started_at: ["Startzeit"], completed_at: ["Fertigstellungszeit"] },
    ["Farbe", "Name2"],
  ],
  [
    "qualtrics.csv",
    "qualtrics",
    { id: ["ResponseId"], started_at: ["StartDate"], completed_at: ["EndDate"], language: ["UserLanguage"] },
    ["Q1", "Q2_1"],
  ],
  [
    "redcap.csv",
    "redcap",
    {
      id: ["record_id", "redcap_event_name", "redcap_repeat_instrument", "redcap_repeat_instance"],
      completed_at: ["pets_timestamp"],
    },
    ["pets___1", "pets___2"],
  ],
  [
    "formbricks.csv",
    "formbricks",
    { id: ["Response ID"], completed_at: ["Timestamp"] },
    ["source", "1. Pets", "1. Pets - Option ID"],
  ],
  ["surveyJs.json", "surveyjs", {}, ["r", "r-Comment", "c", "b", "m", "p", "dt", "late", "n"]],
];

describe("a file of another tool", () => {
  it.each(files)("%s is recognized as %s with its own columns", async (name, source, own, others) => {
    const { table, broken } = await read(sample(name));
    const { skip: _, ...kinds } = ownOf(table);
    expect([table.source, kinds, broken]).toEqual([source, own, null]);
    expect(table.headers.filter((_, at) => table.own[at] === null)).toEqual(others);
  });

  it("says which responses aren't finished and which rows are refused whole", async () => {
    const facts = async (name: string) =>
      (await read(sample(name))).rows.map(({ number, isUnfinished, refusal }) => [number, isUnfinished, refusal]);
    expect(await facts("pathform.csv")).toEqual([
      [2, false, null],
      [3, true, null],
    ]);
    expect(await facts("pathform.ndjson")).toEqual([
      [1, false, null],
      [2, true, null],
    ]);
    expect(await facts("typeform.csv")).toEqual([
      [2, false, null],
      [3, true, null],
    ]);
    expect(await facts("typeformApi.json")).toEqual([
      [1, false, null],
      [2, true, null],
    ]);
    expect(await facts("odk.csv")).toEqual([
      [2, false, null],
      [3, false, "isn't decrypted; export it with the key"],
    ]);
    expect(await facts("limeSurvey.csv")).toEqual([
      [2, false, null],
      [3, false, null],
      [4, true, null],
    ]);
    expect(await facts("qualtrics.csv")).toEqual([
      [4, false, null],
      [5, false, "is a preview"],
      [6, true, null],
    ]);
    expect(await facts("redcap.csv")).toEqual([
      [2, false, null],
      [3, true, null],
    ]);
    expect(await facts("formbricks.csv")).toEqual([
      [2, false, null],
      [3, true, null],
    ]);
  });

  it("leaves out times that stand for none", async () => {
    expect((await read(sample("limeSurvey.csv"))).texts[1]).toMatchObject({ 1: "", 5: "", 7: "A1" });
    expect((await read(sample("redcap.csv"))).texts.map((row) => row[4])).toEqual(["2026-03-06 15:52:43", ""]);
  });

  it("has the titles of Qualtrics beside its codes", async () => {
    const { titles } = (await read(sample("qualtrics.csv"))).table;
    expect(titles?.slice(-2)).toEqual(["How was it,\nall in all?", "Rate - Food"]);
  });

  it("has values of JSON as they are", async () => {
    const { rows } = await read(sample("typeformApi.json"));
    expect(valuesOf(rows[0]?.cells ?? []).slice(3)).toEqual(["ad", "Ann", ["Cat", "an owl"], "Red", false]);
    expect((await read(sample("surveyJs.json"))).texts[0]?.slice(0, 6)).toEqual([
      ...["other", "mine", "a; other", "true", '{"r1":1}', '[{"n":"Z"}]'],
    ]);
  });

  it.each([
    ["Timestamp,Pets", "google_forms"],
    ["Marca temporal;Pets", "google_forms"],
    ["Horodateur,Pets", "google_forms"],
    ["ID,Start time,Completion time,Email,Name,Pets", "microsoft_forms"],
    ["ID,Hora de inicio,Hora de finalización,Correo electrónico,Nombre,Pets", "microsoft_forms"],
    ["ID,Heure de début,Heure de fin,Adresse de messagerie,Nom,Pets", "microsoft_forms"],
    ["ID,Ora di inizio,Ora di completamento,Posta elettronica,Nome,Pets", "microsoft_forms"],
    ["ID,Begintijd,Tijd van voltooien,E-mail,Naam,Pets", "microsoft_forms"],
    ["ID,Hora de início,Hora de conclusão,Email,Nome,Pets", "microsoft_forms"],
    ["ID,開始時刻,完了時刻,メール,名前,Pets", "microsoft_forms"],
    ["Response ID,Date submitted,Last page,Start language,Pets", "limesurvey"],
    ["Antwort ID;Datum Abgeschickt;Letzte Seite;Start-Sprache;Pets", "limesurvey"],
    ["id. Response ID,submitdate. Date submitted,lastpage. Last page,startlanguage. Start language", "limesurvey"],
    ["Submission ID,Respondent ID,URL,Submitted at,Pets", "tally"],
    ["id,is_complete,Pets", "table"],
    ["session_id,row,Pets", "table"],
    ["Name,Timestamp", "table"],
  ])("recognizes %s", async (header, source) => {
    expect((await read(`${header}\n`)).table.source).toBe(source);
  });

  it("takes the answered question for the second column of a name in Microsoft Forms", async () => {
    const { table } = await read("ID,Start time,Completion time,Email,Name,Name,Points - Name,Feedback - Name\n");
    expect(table.own.slice(3)).toEqual(["skip", "skip", null, "skip", "skip"]);
  });
});
