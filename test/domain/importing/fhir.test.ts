import fc from "fast-check";
import { convertFhir, isFhir } from "../../../services/forms/importing/fhir.ts";
import { errorsOf, example, expectNothingDropped, imported, issuesOf, nodeOf, nodesOf } from "./converted.ts";

const converted = (name: string) => imported("fhir", convertFhir, example("fhir", name));

describe("convertFhir", () => {
  it("converts a scored questionnaire with a contained value set", () => {
    const result = converted("phq");
    expect(result.counts).toEqual({ found: 7, converted: 7, changed: 0, lost: 0 });
    expect(issuesOf(result)).toEqual(["changed source_code names"]);
    expect(nodeOf(result, "end").data).toEqual({
      description: "Interpretation: {{band:H1_T3}}",
      config: { show_calculations: ["H1_T2"] },
    });
    expect(result.graph.calculations?.at(-1)?.bands?.map(({ label }) => label)).toEqual(["Raised", "Normal"]);
    expect(nodeOf(result, "H1_T1_Q1").data.config?.scoring).toEqual({
      mode: "options",
      points: { "LA6568-5": 0, "LA6569-3": 1, "LA6570-1": 2, "LA6571-9": 3 },
    });
    expect(result.graph.calculations?.[0]).toEqual({
      key: "H1_T2",
      title: "Total score",
      value: { sum: [{ points: "H1_T1_Q1" }, { points: "H1_T1_Q2" }, { points: "H1_T1_Q3" }] },
    });
    expect(nodeOf(result, "H1_T4").data.show_if).toEqual({
      left: { type: "calculation", key: "H1_T2" },
      op: "gte",
      right: 5,
    });
    expect(result.graph.pages).toMatchObject([{ node_ids: ["H1_T1_Q1", "H1_T1_Q2", "H1_T1_Q3"] }]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("asks for several answers of an item as rows, unless a condition compares one", () => {
    const url = "http://hl7.org/fhir/StructureDefinition/questionnaire-maxOccurs";
    const extension = [{ url, valueInteger: 5 }];
    const result = imported("fhir", convertFhir, {
      resourceType: "Questionnaire",
      item: [
        { linkId: "allergies", type: "string", text: "Allergies", repeats: true, extension },
        { linkId: "pets", type: "string", text: "Pets", repeats: true },
        {
          linkId: "which",
          type: "text",
          text: "Which?",
          enableWhen: [{ question: "allergies", operator: "exists", answerBoolean: true }],
        },
        {
          linkId: "cat",
          type: "text",
          text: "Cat?",
          enableWhen: [{ question: "pets", operator: "=", answerString: "Cat" }],
        },
      ],
    });
    expect(nodeOf(result, "allergies")).toMatchObject({
      question_type: "records",
      data: {
        title: "Allergies",
        is_required: false,
        config: { max_rows: 5, fields: [{ title: "Allergies", question_type: "short_text", is_required: true }] },
      },
    });
    const given = { left: { type: "answer", node_id: "allergies" }, op: "answered" };
    expect(nodeOf(result, "which").data.show_if).toEqual(given);
    expect(nodeOf(result, "pets").question_type).toBe("short_text");
    expect(issuesOf(result)).toEqual(["changed repeats linkId pets"]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("takes a drawing for a signature, and lists the countries of ISO 3166", () => {
    const url = "http://hl7.org/fhir/StructureDefinition/questionnaire-signatureRequired";
    const extension = [{ url, valueCodeableConcept: { coding: [{ code: "1.2" }] } }];
    const result = imported("fhir", convertFhir, {
      resourceType: "Questionnaire",
      item: [
        { linkId: "sign", type: "attachment", text: "Sign", extension },
        {
          linkId: "country",
          type: "choice",
          text: "Country",
          answerValueSet: "http://hl7.org/fhir/ValueSet/iso3166-1-2",
        },
      ],
    });
    expect(nodeOf(result, "sign")).toMatchObject({ question_type: "file_upload", data: { config: { input: "draw" } } });
    expect(nodeOf(result, "country").data.config?.options).toContainEqual({ value: "DE", label: "Germany" });
    expect(issuesOf(result)).toEqual([]);
  });

  it("sums the points of all scored items, and leaves out displays, the sum itself and choices without points", () => {
    const scored = (linkId: string) => ({
      linkId,
      type: "choice",
      text: linkId,
      answerOption: [0, 1].map((points) => ({
        extension: [{ url: "http://hl7.org/fhir/StructureDefinition/ordinalValue", valueDecimal: points }],
        valueCoding: { code: `c${points}`, display: "Option" },
      })),
    });
    const sum = {
      url: "http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression",
      valueExpression: { language: "text/fhirpath", expression: "%resource.item.answer.value.ordinal().sum()" },
    };
    const result = imported("fhir", convertFhir, {
      resourceType: "Questionnaire",
      description: "Two weeks",
      item: [
        { linkId: "intro", type: "display", text: "Over the last two weeks" },
        scored("a"),
        scored("b"),
        { linkId: "total", type: "decimal", text: "Total", readOnly: true, extension: [sum] },
        {
          linkId: "hard",
          type: "choice",
          text: "How hard?",
          answerOption: [{ valueString: "x" }, { valueString: "y" }],
        },
      ],
    });
    expect(result.counts).toEqual({ found: 5, converted: 5, changed: 0, lost: 0 });
    expect(issuesOf(result)).toEqual(["lost description description"]);
    expect(nodeOf(result, "end").data.config).toEqual({ show_calculations: ["total"] });
    expect(result.graph.calculations).toMatchObject([{ value: { sum: [{ points: "a" }, { points: "b" }] } }]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("converts the item types of R4, and notes each part that is lost", () => {
    const result = converted("intake");
    expect(result.counts).toEqual({ found: 19, converted: 15, changed: 4, lost: 0 });
    expect(result.graph.translations).toEqual({ de: { title: "Neue Patientin", "1_1.title": "Name" } });
    expect(issuesOf(result)).toEqual([
      "changed unit linkId 3.2",
      "changed never_asked linkId 4",
      "lost read_only linkId 5",
      "changed condition linkId 6",
      "changed row_limit linkId 3",
      "changed source_code names",
    ]);
    expect(nodesOf(result)).toEqual([
      "1_1 short_text",
      "1_2 date",
      "1_3 multiple_choice",
      "1_4 dropdown",
      "heading welcome_screen",
      "1_5_1 short_text",
      "1_5_2 long_text",
      "2_1 yes_no",
      "2_2 number",
      "2_3 checkbox",
      "2_4 number",
      "2_5 date",
      "2_6 date",
      "2_7 file_upload",
      "3 records",
      "5 welcome_screen",
      "6 welcome_screen",
      "end end_screen",
    ]);
    expect(nodeOf(result, "1_5_2").data.description).toBe("A few words are enough.");
    expect(nodeOf(result, "2_4").data.show_if).toMatchObject({ op: "includes_any", right: ["fever"] });
    expect(errorsOf(result)).toEqual([]);
  });

  it("converts FHIRPath with variables in calculations, conditions and constraints", () => {
    const result = converted("bmi");
    expect(result.counts).toEqual({ found: 7, converted: 5, changed: 2, lost: 0 });
    expect(issuesOf(result)).toEqual(["changed calculated_question linkId bmi", "changed condition linkId when"]);
    expect(nodeOf(result, "bmi_shown").data.description).toBe("{{calculation:bmi}}");
    expect(result.graph.calculations?.map(({ value }) => value)).toEqual([
      { round: [{ divide: [{ answer: "weight" }, { multiply: [{ answer: "height" }, { answer: "height" }] }] }, 1] },
      { subtract: [{ answer: "goal" }, { answer: "weight" }] },
    ]);
    expect(nodeOf(result, "diet").data.show_if).toEqual({
      any: [
        { left: { type: "calculation", key: "bmi" }, op: "gt", right: 25 },
        { left: { type: "answer", node_id: "weight" }, op: "not_answered" },
      ],
    });
    expect(nodeOf(result, "goal").data.valid_if).toHaveLength(1);
    expect(errorsOf(result)).toEqual([]);
  });

  it("drops no item of any questionnaire", () => {
    const types = fc.constantFrom(
      "string",
      "choice",
      "display",
      "integer",
      "dateTime",
      "quantity",
      "hologram",
      "boolean",
    );
    const question = fc.record({
      linkId: fc.constantFrom("a", "b", "c", "1.1", ""),
      type: types,
      text: fc.option(fc.string()),
      repeats: fc.boolean(),
      readOnly: fc.option(fc.boolean()),
      enableWhen: fc.array(
        fc.record({
          question: fc.constantFrom("a", "b", "x"),
          operator: fc.constantFrom("=", "exists", ">"),
          answerBoolean: fc.boolean(),
        }),
        { maxLength: 2 },
      ),
      extension: fc.array(
        fc.record({
          url: fc.constantFrom("x/questionnaire-hidden", "x/sdc-questionnaire-calculatedExpression", "x/minValue"),
          valueBoolean: fc.boolean(),
          valueExpression: fc.record({
            expression: fc.constantFrom("1 + 2", "%a", "item.where(linkId='a').answer.value + 1"),
          }),
        }),
        { maxLength: 2 },
      ),
    });
    const { items } = fc.letrec<{ items: { item?: unknown }[]; group: object }>((tie) => ({
      items: fc.array(fc.oneof({ depthSize: "small" }, question, tie("group")), { maxLength: 5 }) as fc.Arbitrary<
        object[]
      >,
      group: fc.record({ type: fc.constant("group"), repeats: fc.boolean(), item: tie("items") }),
    }));
    fc.assert(
      fc.property(items, (item) => {
        const count = (of: unknown): number =>
          (of as { type?: unknown; item?: unknown[] }[]).reduce<number>(
            (sum, it) => sum + (it.type === "group" ? count(it.item) : 1),
            0,
          );
        const form = convertFhir({ resourceType: "Questionnaire", item });
        expectNothingDropped(form, count(item));
        expect(errorsOf(imported("fhir", convertFhir, { item }))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it("recognizes questionnaires only", () => {
    expect([{ resourceType: "Questionnaire" }, { resourceType: "Patient" }, [], null].map(isFhir)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
