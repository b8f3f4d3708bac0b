import { readFileSync } from "node:fs";
import fc from "fast-check";
import { readForm } from "../../../services/forms/importing/read.ts";
import { xlsxOf } from "../../support/zip.ts";
import { errorsOf, issuesOf, nodeOf, nodesOf, type Result } from "./converted.ts";

const read = async (file: string | Buffer): Promise<Result & { format: string }> =>
  JSON.parse(await readForm(Buffer.from(file)));

const club = readFileSync(new URL("./table/club.csv", import.meta.url), "utf8");

describe("a table of questions", () => {
  it("is separated as its first row, whatever signs the questions have", async () => {
    const long = "How was it, all in all, with us, today, really?";
    for (const rows of [`question;type;options\n${long};text;`, `question;type;options\n"${long}";text;"a;b"`]) {
      const { format, graph } = await read(rows);
      expect([format, graph.nodes[0]?.data.title]).toEqual(["table", long]);
    }
  });

  it("becomes a question for each row, on the pages of its sections", async () => {
    const result = await read(club);
    expect(result).toMatchObject({ format: "table", counts: { found: 12, converted: 12, changed: 0, lost: 0 } });
    expect(nodesOf(result).slice(0, 12)).toEqual([
      "name short_text",
      "mail email",
      "days checkbox",
      "way dropdown",
      "come yes_no",
      "guests number",
      "stars star_rating",
      "nps opinion_scale",
      "most ranking",
      "one multiple_choice",
      "more long_text",
      "bye welcome_screen",
    ]);
    expect(nodeOf(result, "name").data).toMatchObject({ is_required: true, description: "As on your card" });
    expect(nodeOf(result, "days").data.config?.options).toMatchObject([
      { label: "Monday" },
      { label: "Tuesday, late" },
      { label: "Friday" },
    ]);
    expect(nodeOf(result, "guests").data.config).toEqual({ decimals: 0, min: 0, max: 5 });
    expect(nodeOf(result, "stars").data.config).toEqual({ max: 10 });
    expect(nodeOf(result, "nps").data.config).toEqual({ min: 0, max: 10 });
    expect(result.graph.pages).toMatchObject([
      { title: "You", node_ids: ["name", "mail"] },
      { title: "Meetings", node_ids: ["days", "way"] },
    ]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("is the first sheet of a workbook, also with an option a column", async () => {
    const sheet = [
      ["Title", "Type", "Option 1", "Option 2", "Option 10"],
      ["Which?", "Radio", "Red", "Blue", "Green"],
    ];
    const result = await read(xlsxOf({ Questions: sheet, Notes: [["Title"], ["x"]] }));
    expect(result.format).toBe("table");
    expect(result.graph.nodes).toHaveLength(2);
    expect(result.graph.nodes[0]).toMatchObject({
      question_type: "multiple_choice",
      data: { title: "Which?", config: { options: [{ value: "Red" }, { value: "Blue" }, { value: "Green" }] } },
    });
  });

  it.each([
    "Title;Required\nName;yes\n",
    "title\toptions\nName\tA|B\n",
    "\uFEFFQUESTION TEXT,answer type\nName,email\n",
  ])("is known by its columns in %j", async (file) =>
    expect(await read(file)).toMatchObject({ format: "table", counts: { found: 1, converted: 1 } }),
  );

  it.each(["Title,Author\nDune,Herbert\n", "name,options\na,b\n", "Question\nWhy?\n"])(
    "isn't any other table, such as %j",
    async (file) => expect(read(file)).rejects.toThrow(/^file: must be an export of .*table of questions/),
  );

  it("leaves an XLSForm an XLSForm", async () => {
    expect((await read("type,name,label,title\ntext,a,A,B\n")).format).toBe("xlsform");
  });

  it("names each part of a row that it changes or loses", async () => {
    const head = "Title,Type,Options,Required,Min,Max,Owner";
    const rows = [
      "One,Hologram,,,,,me",
      "Two,Hologram,A;B,,,,",
      ",Text,,perhaps,,,",
      "Four,Email,A;B,,1,,",
      "Five,Scale,,,1,3,",
      "Six,Stars,,,,20,",
      "Seven,Checkboxes,,,,,",
      "Eight,Text,,,,,me,too,many",
    ];
    const result = await read([head, ...rows].join("\n"));
    expect(result.counts).toEqual({ found: 8, converted: 0, changed: 8, lost: 0 });
    expect(issuesOf(result)).toEqual([
      "changed type table row 2",
      "changed type table row 3",
      "changed title table row 4",
      "changed required table row 4",
      "lost options table row 5",
      "lost limit table row 5",
      "changed type table row 6",
      "changed type table row 7",
      "changed options table row 8",
      "lost column table row 9",
      "lost column table",
    ]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("says what a table without rows lacks", async () => {
    await expect(read("Title,Type\n")).rejects.toThrow("file: the table has no question below its column names");
  });

  it("comes alone", async () => {
    const attachment = { name: "a.csv", bytes: Buffer.from("name,label\na,A\n") };
    await expect(readForm(Buffer.from(club), [attachment])).rejects.toThrow(/^attachment: must come with an XLSForm/);
  });

  it("keeps options whose words can't be values", async () => {
    const result = await read('Title,Type,Options\nWhich?,Dropdown,"prototype!;constructor"\n');
    expect(errorsOf(result)).toEqual([]);
    expect(result.counts.lost).toBe(0);
  });

  it("makes a form that can be published of any cells", async () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom("Scale", "Stars", "Number", "Ranking", "A;B", "yes", "1", "-5", "1e9", "x".repeat(600)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 7, maxLength: 7 }), { minLength: 1 }), async (rows) => {
        const quoted = [["Title", "Type", "Options", "Required", "Min", "Max", "Page"], ["Q"], ...rows].map((cells) =>
          cells.map((it) => `"${it.replaceAll('"', '""')}"`).join(","),
        );
        const result = await read(quoted.join("\n"));
        expect(errorsOf(result)).toEqual([]);
        expect(result.counts.lost).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});
