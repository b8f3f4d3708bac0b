import { convertSurveyJs } from "../../../services/forms/importing/surveyJs.ts";
import { errorsOf, imported, nodeOf } from "./converted.ts";

/** Questions refuse nothing that the original accepts. */
describe("limits that a document doesn't have", () => {
  const result = imported("surveyjs", convertSurveyJs, {
    elements: [
      { type: "text", name: "short" },
      { type: "comment", name: "long" },
      { type: "comment", name: "limited", maxLength: 40 },
      { type: "text", name: "code", validators: [{ type: "regex", regex: "^[A-Z]+$", text: "Use capital letters." }] },
      { type: "file", name: "any" },
      { type: "file", name: "small", maxSize: 1024 * 1024, acceptedTypes: ".pdf" },
    ],
  });
  const config = (id: string) => nodeOf(result, id).data.config;

  it("accepts texts of any length that isn't limited", () => {
    expect(config("short")).toEqual({ max_length: 20_000 });
    expect(config("long")).toEqual({ max_length: 20_000 });
    expect(config("limited")).toEqual({ max_length: 40 });
    // the cost of a pattern grows with the text
    expect(config("code")).toEqual({});
    expect(errorsOf(result)).toEqual([]);
  });

  it("keeps the default limits of texts that conditions compare, whose cost is limited", () => {
    const elements = Array.from({ length: 100 }, (_, at) => ({
      type: "text",
      name: `q${at}`,
      ...(at > 0 && { visibleIf: `{q${at - 1}} = 'x'` }),
    }));
    const chain = imported("surveyjs", convertSurveyJs, { elements });
    expect(chain.graph.nodes.filter(({ data }) => data.show_if)).toHaveLength(99);
    expect(nodeOf(chain, "q98").data.config).toEqual({});
    expect(nodeOf(chain, "q99").data.config).toEqual({ max_length: 20_000 });
  });

  it("accepts files of any type and size that isn't limited", () => {
    expect(config("any")).toMatchObject({ accept: expect.arrayContaining(["text/*", "video/*"]), max_size_mb: 100 });
    expect(config("small")).toEqual({ accept: ["application/pdf"], max_size_mb: 1 });
  });
});
