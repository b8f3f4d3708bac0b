import { convertFhir } from "../../../services/forms/importing/fhir.ts";
import { errorsOf, imported, issuesOf, nodeOf } from "./converted.ts";

const base = "http://hl7.org/fhir/StructureDefinition";
const sdc = "http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire";
const questionnaire = (item: object[], rest: object = {}) =>
  imported("fhir", convertFhir, { resourceType: "Questionnaire", status: "draft", item, ...rest });
const enabled = (expression: string) => ({
  url: `${sdc}-enableWhenExpression`,
  valueExpression: { language: "text/fhirpath", expression },
});
const rule = (expression: string) => ({
  url: `${base}/questionnaire-constraint`,
  extension: [
    { url: "human", valueString: "Check this." },
    { url: "expression", valueString: expression },
  ],
});

describe("the meaning of a FHIR questionnaire", () => {
  it("selects items by the start of their link ID", () => {
    const integer = (linkId: string) => ({ linkId, text: linkId, type: "integer" });
    const sum = "%resource.item.where(linkId.startsWith('a-')).answer.value.sum() > 3";
    const result = questionnaire([
      integer("a-1"),
      integer("a-2"),
      integer("b-1"),
      { linkId: "why", text: "Why?", type: "string", extension: [enabled(sum)] },
    ]);
    expect(result.graph.calculations?.[0]?.value).toEqual({ sum: [{ answer: "a-1" }, { answer: "a-2" }] });
    expect(nodeOf(result, "why").data.show_if).toMatchObject({ op: "gt", right: 3 });
    expect(issuesOf(result)).toEqual([]);
  });

  it("compares times of the day, and no times with a zone", () => {
    const asked = (linkId: string, when: object) => ({ linkId, text: linkId, type: "string", enableWhen: [when] });
    const result = questionnaire([
      { linkId: "at", text: "At", type: "time" },
      { linkId: "on", text: "On", type: "dateTime" },
      asked("late", { question: "at", operator: ">", answerTime: "17:30:00" }),
      asked("never", { question: "on", operator: ">", answerDateTime: "2026-01-31T17:30:00Z" }),
    ]);
    expect(nodeOf(result, "at").data.config).toEqual({ precision: "time" });
    expect(nodeOf(result, "on").data.config).toEqual({ precision: "minute" });
    expect(nodeOf(result, "late").data.show_if).toMatchObject({ op: "after", right: "17:30" });
    expect(issuesOf(result)).toEqual([expect.stringContaining("linkId never")]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("checks rules of an item, and notes those of a group and of the questionnaire", () => {
    const result = questionnaire(
      [
        { linkId: "n", text: "N", type: "integer", extension: [rule("answer.value <= 200")] },
        {
          linkId: "g",
          text: "Group",
          type: "group",
          required: true,
          extension: [rule("item.answer.exists()")],
          item: [{ linkId: "t", text: "T", type: "string" }],
        },
      ],
      { extension: [rule("item.answer.exists()")] },
    );
    expect(nodeOf(result, "n").data.valid_if).toEqual([
      { condition: { op: "lte", right: 200 }, message: "Check this." },
    ]);
    expect(issuesOf(result)).toEqual(["lost rule questionnaire", "lost rule linkId g", "lost required linkId g"]);
  });

  it("shows the answer of a read-only item, and reads it in conditions", () => {
    const result = questionnaire([
      { linkId: "n", type: "integer", text: "N" },
      {
        linkId: "r",
        type: "choice",
        text: "R",
        readOnly: true,
        initial: [{ valueCoding: { code: "x", display: "Ex" } }],
      },
      {
        linkId: "q",
        type: "string",
        text: "Q",
        enableWhen: [
          { question: "r", operator: "=", answerCoding: { code: "x" } },
          { question: "n", operator: ">", answerInteger: 1 },
        ],
        enableBehavior: "all",
      },
      { linkId: "none", type: "string", text: "None", readOnly: true },
    ]);
    expect(nodeOf(result, "r")).toMatchObject({
      question_type: "welcome_screen",
      data: { title: "R", description: "Ex" },
    });
    expect(nodeOf(result, "q").data.show_if).toMatchObject({ op: "gt", right: 1 });
    expect(issuesOf(result)).toEqual(["lost read_only linkId none"]);
  });

  it("reads the answer of a hidden item that no one can change", () => {
    const hidden = { url: `${base}/questionnaire-hidden`, valueBoolean: true };
    const when = { question: "h", operator: "=", answerCoding: { code: "long" } };
    const result = questionnaire([
      { linkId: "n", text: "N", type: "integer" },
      { linkId: "h", type: "choice", extension: [hidden], initial: [{ valueCoding: { code: "long" } }] },
      { linkId: "asked", text: "Asked", type: "string", enableWhen: [when] },
      { linkId: "not", text: "Not", type: "string", enableWhen: [{ ...when, operator: "!=" }] },
    ]);
    expect(result.graph.nodes.map(({ id }) => id)).not.toContain("not");
    expect(nodeOf(result, "asked").data.show_if).toBeUndefined();
    expect(issuesOf(result)).toEqual(["lost hidden linkId h", "lost never_asked linkId not"]);
  });

  it("shows calculated values, and notes those that it can't show or that people can change", () => {
    const calculated = (linkId: string, expression: string, rest: object = { readOnly: true }) => ({
      linkId,
      text: linkId,
      type: "decimal",
      ...rest,
      extension: [
        { url: `${sdc}-calculatedExpression`, valueExpression: { language: "text/fhirpath", expression } },
        { url: `${base}/questionnaire-unit`, valueCoding: { code: "kg", display: "kg" } },
        ...("isHidden" in rest ? [{ url: `${base}/questionnaire-hidden`, valueBoolean: true }] : []),
      ],
    });
    const value = "%resource.item.where(linkId='n').answer.value";
    const points = [{ url: `${base}/ordinalValue`, valueDecimal: 2 }];
    const result = questionnaire([
      { linkId: "n", text: "N", type: "integer" },
      {
        linkId: "scored",
        text: "Scored",
        type: "choice",
        answerOption: [{ valueCoding: { code: "a", display: "A", extension: points } }, { valueCoding: { code: "b" } }],
      },
      {
        ...calculated("half", `${value} / 2`),
        enableWhen: [{ question: "n", operator: "exists", answerBoolean: true }],
      },
      calculated("unseen", `${value} * 2`, { isHidden: true }),
      calculated("edited", `${value} * 3`, {}),
      calculated("some", `iif(${value} > 2, ${value} / 3, {})`),
      calculated("over", `${value} > 2`, { type: "boolean", readOnly: true }),
      calculated("score", "%resource.item.where(linkId='scored').answer.value.ordinal().sum()"),
    ]);
    expect(nodeOf(result, "half_shown")).toMatchObject({
      question_type: "welcome_screen",
      data: { title: "half", description: "{{calculation:half}} kg", show_if: { op: "answered" } },
    });
    expect(nodeOf(result, "edited_shown").data.description).toBe("{{calculation:edited}} kg");
    expect(result.graph.nodes.map(({ id }) => id)).toEqual([
      "n",
      "scored",
      "half_shown",
      "edited_shown",
      "some_shown",
      "end",
    ]);
    expect(nodeOf(result, "end").data).toEqual({ description: "score: {{calculation:score}} kg", config: {} });
    expect(issuesOf(result)).toEqual([
      "changed calculated_question linkId edited",
      "changed calculated_question linkId over",
    ]);
    expect(errorsOf(result)).toEqual([]);
  });

  describe("scores", () => {
    const scored = {
      linkId: "q",
      text: "Q",
      type: "choice",
      answerOption: ["a", "b"].map((code, points) => ({
        valueCoding: { code, display: code, extension: [{ url: `${base}/ordinalValue`, valueDecimal: points }] },
      })),
    };
    const sum = "%resource.item.where(linkId='q').answer.value.ordinal().sum()";
    const score = (linkId: string, rest: object = {}) => ({
      linkId,
      text: linkId,
      type: "decimal",
      readOnly: true,
      extension: [
        {
          url: `${sdc}-calculatedExpression`,
          valueExpression: { language: "text/fhirpath", expression: sum },
        },
      ],
      ...rest,
    });

    it("are listed on the end screen, up to its limit, and then in its text", () => {
      const scores = Array.from({ length: 22 }, (_, at) => score(`s${at}`));
      const result = questionnaire([scored, ...scores]);
      const { config, description } = nodeOf(result, "end").data;
      expect(config).toEqual({ show_calculations: scores.slice(0, 20).map(({ linkId }) => linkId) });
      expect(description).toBe("s20: {{calculation:s20}}\n\ns21: {{calculation:s21}}");
      expect(result.graph.nodes.map(({ id }) => id)).toEqual(["q", "end"]);
      expect(issuesOf(result)).toEqual([]);
      expect(errorsOf(result)).toEqual([]);
    });

    it("are noted if the end screen's text has no room, or if only some respondents see them", () => {
      const scores = Array.from({ length: 40 }, (_, at) => score(`s${at}`, { text: "x".repeat(450) }));
      const when = [{ question: "q", operator: "=", answerCoding: { code: "b" } }];
      const result = questionnaire([scored, score("conditional", { enableWhen: when }), ...scores]);
      expect(nodeOf(result, "end").data.config?.show_calculations).toHaveLength(20);
      expect(issuesOf(result)).toEqual(
        ["conditional", ...scores.slice(30).map(({ linkId }) => linkId)].map(
          (linkId) => `changed calculated_question linkId ${linkId}`,
        ),
      );
      expect(errorsOf(result)).toEqual([]);
    });
  });

  it("has the options of well-known value sets, and the only unit", () => {
    const unit = { url: `${base}/questionnaire-unitOption`, valueCoding: { code: "kg", display: "kg" } };
    const result = questionnaire([
      { linkId: "m", text: "Status", type: "choice", answerValueSet: "http://hl7.org/fhir/ValueSet/marital-status" },
      { linkId: "q", text: "Weight", type: "quantity", extension: [unit] },
    ]);
    expect(nodeOf(result, "m").data.config).toMatchObject({
      options: expect.arrayContaining([{ value: "M", label: "Married" }]),
    });
    expect(nodeOf(result, "q").data.config).toEqual({ unit: "kg" });
    expect(issuesOf(result)).toEqual([]);
    expect(errorsOf(result)).toEqual([]);
  });
});
