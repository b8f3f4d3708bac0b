import { readForm } from "../../../services/forms/importing/read.ts";
import { plain, withMarkdown } from "../../../services/forms/importing/wording.ts";
import type { ImportResult } from "../../../shared/api/shapes/imports.ts";
import { sheetXml, workbookParts, zipOf } from "../../support/zip.ts";

/** Texts arrive whole, or an issue says what is missing. */
const read = async (document: object | string): Promise<ImportResult> =>
  JSON.parse(await readForm(Buffer.from(typeof document === "string" ? document : JSON.stringify(document))));

const titleOf = ({ graph }: ImportResult, id: string): unknown =>
  graph.nodes.find((node) => node.id === id)?.data.title;

it.each([
  ["Dear <NAME>, how are you?", "Dear <NAME>, how are you?"],
  ["Is BP<value and >80?", "Is BP<value and >80?"],
  ["<none\n of these>", "<none\nof these>"],
  ["<address> of the <time>", "<address> of the <time>"],
  ["<p>One</p><p>Two<br>Three</p>", "One\n\nTwo\nThree"],
  ['<span style="color: red">Red</span> <u>line</u>', "Red line"],
])("keeps text between angle brackets: %j", (html, text) => {
  expect(plain(html)).toEqual({ text, isLossy: false });
});

it.each(["**${a_b}**", "__${a_b}__", "**a_b**"])("marks %s as bold", (source) => {
  expect(withMarkdown(source)).toBe(`\ue010${source.slice(2, -2)}\ue011`);
});

it("takes the text of FHIR as it is", async () => {
  const item = [{ linkId: "a", type: "string", text: "If <b>x</b> < y & z" }];
  const form = await read({ resourceType: "Questionnaire", item });
  expect(titleOf(form, "a")).toBe("If <b>x</b> < y & z");
  expect(form.issues).toEqual([]);
});

it("says that images in labels aren't shown", async () => {
  const survey = await read({ elements: [{ type: "text", name: "a", title: "A <img src='x.png'>" }] });
  expect(survey.issues).toMatchObject([{ severity: "lost", code: "media", node_id: "a" }]);
  const form = await read("type,name,label\ntext,a,A ![logo](logo.png)\ntext,b,B\ntext,c,\"C <img src='x.png'>\"");
  expect(form.issues).toMatchObject([
    { severity: "lost", code: "media", node_id: "a" },
    { severity: "lost", code: "media", node_id: "c" },
  ]);
});

it("says that a formula has no value", async () => {
  const survey = sheetXml([
    ["type", "name", "label"],
    ["text", "a"],
  ]).replace(/<\/row>(?=<\/sheetData>)/, '<c><f>CONCAT("A","B")</f><v></v></c></row>');
  const file = zipOf(workbookParts({ survey }));
  const form: ImportResult = JSON.parse(await readForm(file));
  expect(form.issues).toMatchObject([{ severity: "lost", code: "formula", node_id: "a" }]);
});

it("keeps a question of which a filter leaves one option", async () => {
  const form = await read(
    [
      "survey,,,,",
      ",type,name,label,choice_filter",
      ",select_one c,a,A,kind = 'x'",
      "choices,,,,",
      ",list_name,name,label,kind",
      ",c,p,P,x",
      ",c,r,R,y",
    ].join("\n"),
  );
  expect(form.issues).toEqual([]);
  expect(form.graph.nodes[0]).toMatchObject({ id: "a", question_type: "dropdown" });
});
