import { readForm } from "../../../services/forms/importing/read.ts";

const read = (document: object | string): Promise<string> =>
  readForm(Buffer.from(typeof document === "string" ? document : JSON.stringify(document)));

it.each<[string, object | string]>([
  ["LimeSurvey", "id\trelated_id\tclass\ttype/scale\tname\n\t\tS\t\tsid"],
  [
    "ODK",
    '<?xml version="1.0"?><h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"/>',
  ],
  ["REDCap", '<?xml version="1.0"?><ODM xmlns:redcap="https://projectredcap.org" FileType="Snapshot"></ODM>'],
  ["Typebot", { version: "6", groups: [{ id: "g", blocks: [{ id: "b", type: "text input" }] }], edges: [] }],
  ["Jotform", { responseCode: 200, content: { 1: { qid: "1", type: "control_textbox", text: "Name" } } }],
  ["Microsoft Forms", { title: "F", questions: [{ id: "r1", type: "Question.Choice", title: "Which?" }] }],
])("refuses a file of %s by name", async (name, document) => {
  await expect(read(document)).rejects.toThrow(name);
  await expect(read(document)).rejects.toThrow(/^file: is .*; .*import that|^file: is .*; import /);
});

it.each<[string, object]>([
  ["a drawing", { type: "excalidraw", elements: [{ id: "a", type: "rectangle", x: 1 }] }],
  ["elements without names", { pages: [{ elements: [{ type: "text" }] }] }],
  ["pages of a book", { pages: [{ title: "One" }] }],
])("takes %s for no survey", async (_, document) => {
  await expect(read(document)).rejects.toThrow(/must be an export of/);
});

it("refuses a document of which nothing arrives", async () => {
  const elements = [{ type: "paneldynamic", name: "p" }];
  await expect(read({ elements })).rejects.toThrow(/^file: has no question that can be imported; elements\[0\]/);
});

it("takes a survey with types of its own", async () => {
  const document = { pages: [{ name: "page1", elements: [{ type: "fullname", name: "who" }] }] };
  expect(JSON.parse(await read(document)).format).toBe("surveyjs");
});
