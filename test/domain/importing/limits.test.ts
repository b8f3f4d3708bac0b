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
      { type: "radiogroup", name: "one", choices: ["a", "b"], showOtherItem: true },
      { type: "dropdown", name: "listed", choices: ["a", "b"], showOtherItem: true },
      { type: "checkbox", name: "many", choices: ["a", "b"], showOtherItem: true },
      { type: "radiogroup", name: "closed", choices: ["a", "b"] },
      { type: "file", name: "any" },
      { type: "file", name: "small", maxSize: 1024 * 1024, acceptedTypes: ".pdf" },
    ],
  });
  const config = (id: string) => nodeOf(result, id).data.config;

  it("accepts texts of any length that isn't limited", () => {
    expect(config("short")).toEqual({ max_length: 20_000 });
    expect(config("long")).toEqual({ max_length: 20_000 });
    expect(config("limited")).toEqual({ max_length: 40 });
    expect(config("code")).toMatchObject({ max_length: 20_000 });
    expect(errorsOf(result)).toEqual([]);
  });

  it("accepts other answers of any length", () => {
    expect(config("one")).toMatchObject({ allow_other: true, other_max_length: 20_000 });
    expect(config("listed")).toMatchObject({ allow_other: true, other_max_length: 20_000 });
    expect(config("closed")).not.toHaveProperty("other_max_length");
    expect(result.issues).toEqual([]);
  });

  it("accepts texts of any length that a condition compares", () => {
    const compared = imported("surveyjs", convertSurveyJs, {
      elements: [
        { type: "text", name: "t", validators: [{ type: "text", minLength: 300 }] },
        { type: "text", name: "why", visibleIf: "{t} = 'x'" },
      ],
    });
    expect(nodeOf(compared, "t").data.config).toEqual({ max_length: 20_000, min_length: 300 });
    expect(compared.issues).toEqual([]);
  });

  it.each([
    [100, 5_000],
    [400, 1_000],
    [900, 255],
  ])("notes texts that %d conditions compare at more cost than a form can have", (count, limit) => {
    const elements = Array.from({ length: count }, (_, at) => ({
      type: "text",
      name: `q${at}`,
      ...(at > 0 && { visibleIf: `{q${at - 1}} = 'x'` }),
    }));
    const chain = imported("surveyjs", convertSurveyJs, { elements });
    expect(chain.graph.nodes.filter(({ data }) => data.show_if)).toHaveLength(count - 1);
    expect(nodeOf(chain, "q98").data.config).toEqual(limit === 255 ? {} : { max_length: limit });
    expect(nodeOf(chain, `q${count - 1}`).data.config).toEqual({ max_length: 20_000 });
    expect(chain.issues.find(({ node_id }) => node_id === "q98")).toMatchObject({
      code: "limit",
      message: `Texts are limited to ${limit.toLocaleString("en")} characters, because conditions or a pattern check them.`,
    });
    expect(chain.issues.filter(({ node_id }) => node_id === `q${count - 1}`)).toEqual([]);
  });

  it("notes a text whose pattern is expensive, and keeps others", () => {
    const pattern = (regex: string) => ({ validators: [{ type: "regex", regex }] });
    const coded = imported("surveyjs", convertSurveyJs, {
      elements: [
        { type: "text", name: "slow", ...pattern("^(.*[ab].{20}x)+$") },
        { type: "text", name: "fast", ...pattern("^[A-Z]+$") },
      ],
    });
    expect(nodeOf(coded, "fast").data.config).toMatchObject({ max_length: 20_000 });
    expect(coded.issues.map(({ code, node_id }) => [code, node_id])).toEqual([["limit", "slow"]]);
    expect(errorsOf(coded)).toEqual([]);
  });

  it("accepts files of any type and size that isn't limited", () => {
    expect(config("any")).toMatchObject({ accept: expect.arrayContaining(["text/*", "video/*"]), max_size_mb: 100 });
    expect(config("small")).toEqual({ accept: ["application/pdf"], max_size_mb: 1 });
  });
});
