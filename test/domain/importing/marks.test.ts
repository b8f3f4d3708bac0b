import fc from "fast-check";
import { convertFhir } from "../../../services/forms/importing/fhir.ts";
import { markedUp } from "../../../services/forms/importing/marks.ts";
import { convertSurveyJs } from "../../../services/forms/importing/surveyJs.ts";
import { plain, withMarkdown, withoutMarkdown } from "../../../services/forms/importing/wording.ts";
import { plainText } from "../../../shared/domain/graph/markup/plain.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { imported, nodeOf } from "./converted.ts";

/** Emphasis and links of imported forms (wants §21.1). */
const graphOf = (title: string, config: Record<string, unknown> = {}): Graph => ({
  schema_version: "2.0",
  nodes: [{ id: "q", question_type: "short_text", data: { title, config } }],
  edges: [],
});
const titleOf = (graph: Graph) => graph.nodes[0]?.data.title;

it.each([
  ["**Bold** and _italic_, [a link](https://x.org)", "**Bold** and *italic*, [a link](https://x.org)"],
  ["__Bold__ 2*3 and \\*this\\*", String.raw`**Bold** 2\*3 and \*this\*`],
  ["**[a](https://x.org)** [b](c)", String.raw`**[a](https://x.org)** \[b\]\(c\)`],
])("keeps the markup of %s in XLSForm", (source, title) => {
  const graph = markedUp(graphOf(withMarkdown(plain(source).text)));
  expect(graph.markup).toBe("inline");
  expect(titleOf(graph)).toBe(title);
});

it("leaves a form without markup plain, with its stars and brackets", () => {
  const graph = markedUp(graphOf(withMarkdown(plain("2 * 3 [note] *not closed").text)));
  expect(graph.markup).toBeUndefined();
  expect(titleOf(graph)).toBe("2 * 3 [note] *not closed");
});

it("has plain placeholders, and no sign of its own in the graph", () => {
  const text = withMarkdown("**Bold** [a](https://x.org)");
  const graph = markedUp(graphOf(text, { placeholder: text }));
  expect(graph.nodes[0]?.data.config).toEqual({ placeholder: "Bold a (https://x.org)" });
  expect(markedUp(graphOf("Plain", { placeholder: text }))).toEqual(
    graphOf("Plain", { placeholder: "Bold a (https://x.org)" }),
  );
});

it("says any text as its plain text says it", () => {
  const parts = fc.constantFrom(
    "**a**",
    "*b*",
    "_c_",
    "[d](https://x.org)",
    "<b>e</b>",
    "<i>f <b>g</b></i>",
    "*",
    "[",
    "\\",
    " ",
    "h",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (list) => {
      const source = `${list.join("")}.`;
      const graph = markedUp(graphOf(withMarkdown(plain(source).text)));
      const shown = graph.markup ? plainText(titleOf(graph) ?? "", "line", true) : titleOf(graph);
      expect(shown).toBe(withoutMarkdown(plain(source).text).replace(/[\ue010-\ue016]/g, ""));
    }),
  );
});

it("keeps HTML emphasis of SurveyJS, and escapes its other texts", () => {
  const elements = [
    { type: "text", name: "a", title: "Your <b>name</b>, <a href='https://x.org'>why</a>?" },
    { type: "text", name: "b", title: "A *star*" },
  ];
  const result = imported("surveyjs", convertSurveyJs, { pages: [{ elements }] });
  expect(result.graph.markup).toBe("inline");
  expect(nodeOf(result, "a").data.title).toBe("Your **name**, [why](https://x.org)?");
  expect(nodeOf(result, "b").data.title).toBe(String.raw`A \*star\*`);
});

it("reads rendering-markdown of FHIR", () => {
  const url = "http://hl7.org/fhir/StructureDefinition/rendering-markdown";
  const item = [
    {
      linkId: "a",
      type: "string",
      text: "Your name",
      _text: { extension: [{ url, valueMarkdown: "Your **name**" }] },
    },
    { linkId: "b", type: "string", text: "A **star**" },
  ];
  const result = imported("fhir", convertFhir, { resourceType: "Questionnaire", status: "active", item });
  expect(nodeOf(result, "a").data.title).toBe("Your **name**");
  expect(nodeOf(result, "b").data.title).toBe(String.raw`A \*\*star\*\*`);
});
