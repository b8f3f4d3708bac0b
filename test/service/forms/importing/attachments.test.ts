import { describe, expect, it } from "@jest/globals";
import { readForm } from "../../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../../shared/api/shapes/imports.ts";
import { analyze } from "../../../../shared/domain/graph/analyze.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { xlsxOf } from "../../../support/zip.ts";

/** CSV files that come with an XLSForm (features §14). */
const columns = ["type", "name", "label", "choice_filter", "parameters", "relevant"];
const districts = "name,label,region\nd1,Lira,north\nd2,Gulu,north\nd3,Masaka,south\n";

async function imported(
  rows: string[][],
  files: Record<string, string> = {},
  sheets: Record<string, string[][]> = {},
): Promise<ImportResult> {
  const attachments = Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  return JSON.parse(await readForm(xlsxOf({ survey: [columns, ...rows], ...sheets }), attachments));
}

function nodeOf({ graph }: ImportResult, id: string) {
  expect(analyze(graph as Graph).filter(({ severity }) => severity === "error")).toEqual([]);
  return (graph as Graph).nodes.find((node) => node.id === id);
}

const region = [
  ["list_name", "name", "label"],
  ["region", "north", "North"],
  ["region", "south", "South"],
];
const shownFor = (value: string) => ({ left: { type: "answer", node_id: "region" }, op: "eq", right: value });

describe("an XLSForm with CSV files", () => {
  it("has the choices of a file, with their filter", async () => {
    const form = await imported(
      [
        ["select_one region", "region", "Region?"],
        ["select_one_from_file districts.csv", "district", "District?", "region = ${region}"],
        ["text", "why", "Why?", "", "", "${district} = 'd2'"],
      ],
      { "Districts.csv": districts },
      { choices: region },
    );
    expect(form.issues).toEqual([]);
    expect(form.counts).toMatchObject({ found: 3, converted: 3 });
    expect(nodeOf(form, "district")).toMatchObject({
      question_type: "multiple_choice",
      data: {
        config: {
          options: [
            { value: "d1", label: "Lira", show_if: shownFor("north") },
            { value: "d2", label: "Gulu", show_if: shownFor("north") },
            { value: "d3", label: "Masaka", show_if: shownFor("south") },
          ],
        },
      },
    });
    expect(nodeOf(form, "why")?.data.show_if).toMatchObject({ left: { node_id: "district" }, right: "d2" });
  });

  it("reads the columns that the parameters name, and several answers", async () => {
    const form = await imported(
      [["select_multiple_from_file crops.csv", "crops", "Crops?", "", "value=Code label=Crop"]],
      { "crops.csv": "\uFEFFCode;Crop\nm;Maize\nb;Beans\n" },
    );
    expect(form.issues).toEqual([]);
    expect(nodeOf(form, "crops")).toMatchObject({
      question_type: "checkbox",
      data: {
        config: {
          options: [
            { value: "m", label: "Maize" },
            { value: "b", label: "Beans" },
          ],
        },
      },
    });
  });

  it("reads external choices from the sheet or from itemsets.csv", async () => {
    const survey = [["select_one_external cities", "city", "City?"]];
    const sheet = [
      ["list_name", "name", "label"],
      ["cities", "c1", "Lira"],
      ["towns", "t1", "Oyam"],
      ["cities", "c2", "Gulu"],
    ];
    const options = [
      { value: "c1", label: "Lira" },
      { value: "c2", label: "Gulu" },
    ];
    const inSheet = await imported(survey, {}, { external_choices: sheet });
    expect(nodeOf(inSheet, "city")?.data.config).toMatchObject({ options });
    const inFile = await imported(survey, { "itemsets.csv": sheet.map((cells) => cells.join(",")).join("\n") });
    expect(nodeOf(inFile, "city")?.data.config).toMatchObject({ options });
    expect([...inSheet.issues, ...inFile.issues]).toEqual([]);
  });

  it("searches choices in a file, as the appearance says", async () => {
    const header = [...columns, "appearance"];
    const choices = [...region, ["district", "Code", "name_en"]];
    const csv = { name: "districts.csv", bytes: Buffer.from(districts.replace("name,label", "code,name_en")) };
    const form = async (appearance: string, attachments = [csv]) =>
      JSON.parse(
        await readForm(
          xlsxOf({
            survey: [
              header,
              ["select_one region", "region", "Region?"],
              ["select_one district", "district", "District?", "", "", "", appearance],
            ],
            choices,
          }),
          attachments,
        ),
      ) as ImportResult;
    const all = await form("minimal search('districts')");
    expect(all.issues).toEqual([]);
    expect(nodeOf(all, "district")?.data.config).toMatchObject({
      options: [
        { value: "d1", label: "Lira" },
        { value: "d2", label: "Gulu" },
        { value: "d3", label: "Masaka" },
      ],
    });
    const some = await form("search('districts', 'matches', 'region', ${region})");
    expect(some.issues).toEqual([]);
    expect(nodeOf(some, "district")?.data.config).toMatchObject({
      options: [{ show_if: shownFor("north") }, { show_if: shownFor("north") }, { show_if: shownFor("south") }],
    });
    const other = await form("search('districts', 'near', 'region', ${region})");
    expect(other.issues).toMatchObject([{ code: "choice_filter", node_id: "district" }]);
    const none = await form("search('districts')", []);
    expect(none.issues).toMatchObject([{ code: "attachment_missing", node_id: "district" }]);
  });

  it("names a file that is missing, isn't used or has no choices", async () => {
    const form = await imported(
      [
        ["select_one_from_file districts.csv", "district", "District?"],
        ["select_one_from_file map.geojson", "place", "Place?"],
        ["select_one_external cities", "city", "City?"],
        ["select_one_from_file empty.csv", "empty", "Empty?"],
      ],
      { "villages.csv": districts, "empty.csv": "code,title\n1,One\n" },
    );
    expect(nodeOf(form, "district")?.question_type).toBe("short_text");
    expect(form.issues.map(({ code, source, node_id, message }) => [code, source, node_id, message])).toEqual([
      ["attachment_missing", "survey row 2", "district", expect.stringContaining("“districts.csv”")],
      ["external_choices", "survey row 3", "place", expect.stringContaining("“map.geojson”")],
      ["attachment_missing", "survey row 4", "city", expect.stringContaining("“itemsets.csv”")],
      ["external_choices", "survey row 5", "empty", expect.stringContaining("`name`")],
      ["attachment_unused", "villages.csv", null, expect.any(String)],
    ]);
    expect(form.causes).toContainEqual(expect.objectContaining({ message: expect.stringContaining("attach") }));
  });

  it("cuts long cells of files, and says so", async () => {
    const form = await imported([["select_one_from_file a.csv", "a", "A?"]], {
      "a.csv": `name,label,more\n1,One,${"x".repeat(40_000)}\n2,Two,\n`,
    });
    expect(form.issues).toMatchObject([{ code: "text_cut", source: "a.csv row 2" }]);
  });

  it("rejects files of other formats, files with one name and files beside other forms", async () => {
    const rows = [["text", "a", "A?"]];
    const book = xlsxOf({ survey: [columns, ...rows] });
    const from = (...attachments: { name: string; bytes: Buffer }[]) => readForm(book, attachments);
    await expect(from({ name: "a.csv", bytes: book })).rejects.toThrow(/^attachment: “a.csv” must be a CSV file/);
    const csv = { name: "a.csv", bytes: Buffer.from(districts) };
    await expect(from(csv, { ...csv, name: "A.CSV" })).rejects.toThrow(/^attachment: .*“A.CSV”/);
    const json = Buffer.from(JSON.stringify({ fields: [] }));
    await expect(readForm(json, [csv])).rejects.toThrow(/^attachment: .*XLSForm/);
  });

  it("counts the rows of all files together", async () => {
    const half = `name,label\n${Array.from({ length: 10_000 }, (_, at) => `${at},${at}\n`).join("")}`;
    const rows = [["select_one_from_file a.csv", "a", "A?"]];
    await expect(imported(rows, { "a.csv": half })).resolves.toBeDefined();
    await expect(imported(rows, { "a.csv": half, "b.csv": half })).rejects.toThrow("at most 20,000 rows");
  });

  it("reads a column of a file by the answer", async () => {
    const survey = [
      [...columns, "calculation"],
      ["select_one region", "region", "Region?"],
      ["calculate", "chief", "", "", "", "", "pulldata('regions', 'chief', 'id', ${region})"],
      ["text", "why", "Why, ${chief}?", "", "", "${chief} = 'Ann'"],
    ];
    const sheets = { survey, choices: region };
    const form = await imported([], { "regions.csv": "id,chief\nnorth,Ann\nsouth,Bo\n" }, sheets);
    expect(form.issues).toEqual([]);
    expect(nodeOf(form, "why")?.data).toMatchObject({
      title: "Why, {{band:chief}}?",
      show_if: { left: { type: "calculation", key: "chief" }, op: "eq", right: 1 },
    });
    const { causes } = await imported([], {}, sheets);
    expect(causes).toMatchObject([{ issues_count: 3 }]);
    expect(causes[0]?.message).toContain("“regions.csv”, which isn't attached");
  });
});

describe("an XLSForm whose answers are required by a condition", () => {
  it("requires an answer if all who see the question have to give it", async () => {
    const sheet = [
      ["type", "name", "label", "relevant", "required"],
      ["text", "who", "Who?"],
      ["text", "same", "Same?", "${who} = 'me'", "${who} = 'me'"],
      ["text", "always", "Always?", "", "1 = 1"],
      ["text", "other", "Other?", "", "${who} = 'me'"],
    ];
    const form: ImportResult = JSON.parse(await readForm(xlsxOf({ survey: sheet })));
    const required = ["same", "always", "other"].map((id) => nodeOf(form, id)?.data.is_required);
    expect(required).toEqual([true, true, undefined]);
    expect(form.issues).toMatchObject([{ code: "required", source: "survey row 5" }]);
  });
});
