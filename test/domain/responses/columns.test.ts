import type { Refusal } from "../../../services/sessions/importing/refusal.ts";
import { openResponses } from "../../../services/sessions/importing/responses.ts";
import type { ImportSource } from "../../../shared/api/shapes/responseImports.ts";
import { formOf, grid, mapped, now, opened, options, rowsOf, suggestionsOf, tableOf } from "./table.ts";

const pets = options("Cat", "Dog", "Red fish");
const form = formOf(
  {
    start: ["welcome_screen", "Welcome"],
    name: ["short_text", "Your  Name"],
    hello: ["short_text", "Hi {{answer:name}}, how are you?"],
    pet: ["multiple_choice", "Pet", { ...pets, allow_other: true }],
    pets: ["checkbox", "Pets", { ...pets, allow_other: true }],
    rank: ["ranking", "Order", options("A1", "B1", "C1")],
    grid: ["matrix", "When?", grid(["Monday", "Tuesday"], ["Early", "Late"])],
    first: ["number", "How many?"],
    second: ["number", "How many?"],
  },
  { hidden: ["source", "vip"], translations: { de: { "name.title": "Ihr Name", "pets.options.cat": "Katze" } } },
);

const suggested = async (headers: string[], more: { source?: "table"; rows?: string[][]; titles?: string[] } = {}) =>
  suggestionsOf({ headers, rows: [], ...more } as Parameters<typeof suggestionsOf>[0], form);

describe("suggestions", () => {
  it.each([
    ["ids", ["name", "pets", "grid.monday"], ["name", "pets", "grid.monday"]],
    ["titles in any language, case and spaces folded", ["your name", "IHR  NAME"], ["name", null]],
    ["titles of a translation", ["Ihr name "], ["name"]],
    [
      "Pathform's headers",
      ["X [name]", "When? - Monday [grid.monday]", "hidden.vip"],
      ["name", "grid.monday", "hidden:vip"],
    ],
    ["recalls", ["Hi , how are you?"], ["hello"]],
    ["Typeform's recalls", ["Hi {{field:01}}, how are you?"], ["hello"]],
    ["equal titles by their order", ["How many?", "How many?", "How many?"], ["first", "second", null]],
    ["numbered titles of Tally", ["How many?", "How many? (2)"], ["first", "second"]],
    ["numbered titles of Microsoft", ["How many?", "How many?2"], ["first", "second"]],
    ["matrix rows", ["When? [Monday]", "When? (Tuesday)"], ["grid.monday", "grid.tuesday"]],
    ["matrix rows by code", ["grid[monday]", "grid_tuesday"], ["grid.monday", "grid.tuesday"]],
    ["matrix rows of Formbricks", ["When? - Monday"], ["grid.monday"]],
    ["split choices", ["pets/cat", "pets___dog", "pets[red_fish]"], ["pets", "pets", "pets"]],
    ["split choices by label", ["Pets [Katze]", "Pets (Dog)", "Pets (choice=Red fish)"], ["pets", "pets", "pets"]],
    ["no lone label", ["Cat", "Bird"], [null, null]],
    ["groups before ids", ["group/name", "a/b/pets/cat", "Group/Pet", "user-name"], ["name", "pets", null, null]],
    ["other texts", ["pet_other", "pets [other]", "pets-Comment"], ["pet", "pets", null]],
    ["an Other beside", ["Pet", "Other"], ["pet", "pet"]],
    ["ranks", ["rank[1]", "rank[2]", "Order [C1]"], ["rank", "rank", "rank"]],
    ["hidden fields by name", ["Source"], ["hidden:source"]],
    ["nothing for screens and others", ["Welcome", "Points", "Pets [Score]"], [null, null, null]],
  ])("finds %s", async (_, headers, expected) => expect(await suggested(headers)).toEqual(expected));

  it("finds Qualtrics' columns by their titles", async () => {
    const titles = ["Pets - Cat", "Pets - Other - Text", "When? - Monday", "Your name"];
    expect(await suggested(["Q1_1", "Q1_4_TEXT", "Q2_1", "Q9"], { titles })).toEqual([
      "pets",
      "pets",
      "grid.monday",
      "name",
    ]);
  });

  it.each<[ImportSource, string[], (string | null)[]]>([
    ["kobo", ["group/name", "Group/Sub/Pet", "g/pets/cat"], ["name", "pet", "pets"]],
    ["odk", ["group-name", "a-b-pets/cat", "a-Pet"], ["name", "pets", null]],
    ["typeform", ["Cat", "Dog", "Red fish", "Other"], ["pets", "pets", "pets", "pets"]],
    ["microsoft_forms", ["Monday", "Tuesday"], ["grid.monday", "grid.tuesday"]],
    ["limesurvey", ["name. Your name", "pets[cat]. Pets [Cat]", "How ma.."], ["name", "pets", null]],
    ["qualtrics", ["Pets - Selected Choice", "Pets - Selected Choice - Cat"], ["pets", "pets"]],
    ["formbricks", ["12. Pets", "12. Pets - Option ID"], ["pets", null]],
    ["surveyjs", ["pets-Comment"], ["pets"]],
  ])("knows the headers of %s", async (source, headers, expected) => {
    expect(await suggestionsOf({ source, headers, rows: [] }, form)).toEqual(expected);
  });

  it("takes the labels of options in their order if the cells fit", async () => {
    const headers = ["Cat", "Dog", "Red fish"];
    expect(
      await suggested(headers, {
        rows: [
          ["1", "Dog", ""],
          ["", "", "0"],
        ],
      }),
    ).toEqual(["pets", "pets", "pets"]);
    expect(await suggested(headers, { rows: [["4", "2", "x"]] })).toEqual([null, null, null]);
  });

  it("takes a column whose header names no option if its cells do", async () => {
    const rows = [["Cat", "Bird"]];
    expect(await suggested(["pets_1", "pets_2"], { rows })).toEqual(["pets", null]);
  });

  it("keeps own columns, and reads past skipped ones", async () => {
    const own = ["id", "skip", "completed_at"] as const;
    expect(await suggestionsOf({ headers: ["#", "name", "At"], own, rows: [] }, form)).toEqual([
      "id",
      null,
      "completed_at",
    ]);
  });

  it("counts own columns when it finds a numbered title", async () => {
    const given = formOf({ name: ["short_text", "Name"] });
    const table = { headers: ["Name", "Name2"], own: ["skip", null] as const, rows: [] };
    expect(await suggestionsOf(table, given)).toEqual([null, "name"]);
  });

  it("is quick for hostile headers", async () => {
    const headers = Array.from({ length: 200 }, (_, at) => `${"a/b-c.d_e[ - ___(".repeat(100)}${at})]`);
    expect((await suggested(headers)).every((suggestion) => suggestion === null)).toBe(true);
  });

  it("has the first three different samples, cut", async () => {
    const rows = ["b", "", " ", "b", "a".repeat(101), "c", "d"].map((cell) => [cell]);
    const { columns, rows: count } = await opened({ headers: ["name"], rows }, form);
    expect(columns).toEqual([{ header: "name", suggestion: "name", samples: ["b", "a".repeat(100), "c"] }]);
    expect(count).toBe(7);
  });
});

describe("mapping.columns", () => {
  const errors = async (columns: Record<string, string | null>, headers = ["A", "B", "A", "name"]) => {
    const opening = openResponses([tableOf({ headers, rows: [] })], form, mapped(columns), now);
    return opening.then(
      () => [],
      (error: Refusal) => error.errors,
    );
  };

  it.each([
    [{ X: "name" }, "X: must be a header of the file, or # and the number of a column"],
    [{ "#5": "name" }, "#5: must be a header of the file, or # and the number of a column"],
    [{ A: "pet" }, "A: stands twice; name it #1 or #3"],
    [{ B: "start" }, "B: must be a question, not a screen"],
    [{ B: "nothing" }, "B: must be a question of the form"],
    [{ B: "hidden:x" }, "B: must be one of the form's hidden fields"],
    [{ B: "grid.friday" }, "B: must be a row of a matrix"],
    [{ B: "name.x" }, "B: must be a row of a matrix"],
    [{ B: "name" }, "B: name has the column #4 already; leave out one of them"],
    [{ B: "pet", "#1": "pet" }, "B: pet has the column #1 already; leave out one of them"],
    [{ B: "id", "#1": "id" }, "B: id has the column #1 already; leave out one of them"],
    [{ B: "hidden:vip", "#1": "hidden:vip" }, "B: hidden:vip has the column #1 already; leave out one of them"],
    [{ B: "pet", "#2": "pets" }, "#2: is the same column as B"],
  ])("refuses %j", async (columns, error) => {
    expect(await errors(columns as Record<string, string>)).toEqual([`mapping.columns.${error}`]);
  });

  it("takes several columns for a selection, a ranking and rows of a matrix", async () => {
    expect(await errors({ B: "pets", "#1": "pets", "#3": "rank", name: "rank" })).toEqual([]);
    expect(await errors({ B: "grid.monday", "#1": "grid.tuesday" })).toEqual([]);
  });

  it("goes before suggestions, which hold for columns that it doesn't name", async () => {
    const table = { headers: ["name", "Pet", "How many?"], rows: [["Ann", "Cat", "1"]] };
    const [row] = await rowsOf(table, form, mapped({ name: "hello", "How many?": null }));
    expect([...(row?.answers ?? [])].map(([id, { value, column }]) => [id, value, column])).toEqual([
      ["hello", "Ann", "name"],
      ["pet", "cat", "Pet"],
    ]);
  });
});
