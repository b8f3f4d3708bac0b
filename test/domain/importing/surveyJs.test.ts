import fc from "fast-check";
import { parseExpression } from "../../../services/forms/importing/surveyJs/expressions.ts";
import { convertSurveyJs } from "../../../services/forms/importing/surveyJs.ts";
import { errorsOf, example, expectNothingDropped, imported, issuesOf, nodeOf, nodesOf, placeOf } from "./converted.ts";

const converted = (name: string) => imported("surveyjs", convertSurveyJs, example("surveyJs", name));
const answer = (nodeId: string) => ({ type: "answer", node_id: nodeId });

describe("convertSurveyJs", () => {
  it("converts conditions, calculations and end screens", () => {
    const result = converted("feedback");
    expect(result.counts).toEqual({ found: 22, converted: 18, changed: 4, lost: 0 });
    expect(result.graph.translations).toEqual({
      de: { title: "Rückmeldung", "introduction.title": "Rückmeldung", "used.options.yes": "Ja" },
    });
    expect(issuesOf(result)).toEqual([
      "changed written_in calculatedValues[1]",
      "lost options_url pages[0].elements[5]",
      "changed options pages[0].elements[5]",
      "changed several_questions pages[1].elements[6]",
      "changed trigger triggers[0]",
    ]);
    expect(nodeOf(result, "features").data.show_if).toEqual({
      all: [
        { left: answer("used"), op: "eq", right: "yes" },
        { left: answer("age"), op: "gte", right: 18 },
      ],
    });
    expect(nodeOf(result, "speed").data.show_if).toEqual({
      any: [
        { left: answer("used"), op: "eq", right: "yes" },
        { left: answer("used"), op: "not_in", right: ["yes", "no"] },
        { left: answer("features"), op: "answered" },
      ],
    });
    expect(nodeOf(result, "favorite").data.config?.options).toMatchObject([
      { value: "import", show_if: { left: answer("features"), op: "includes_any", right: ["import"] } },
      { value: "export" },
      { value: "charts" },
    ]);
    expect(nodeOf(result, "age").data.title).toBe("How old are you, {{answer:name}}?");
    expect(nodeOf(result, "end").data.title).toBe("Thank you, {{answer:name}}!");
    expect(result.graph.edges).toContainEqual({
      from: "bye",
      to: "end_2",
      condition: { left: answer("nps"), op: "lte", right: 6 },
    });
    expect(errorsOf(result)).toEqual([]);
  });

  it("converts the question types, and notes those without a counterpart", () => {
    const result = converted("event");
    expect(result).toMatchObject({ language: "de", counts: { found: 16, converted: 10, changed: 6, lost: 0 } });
    expect(issuesOf(result).filter((it) => /guests|meals|elements\[[23]\]/.test(it))).toEqual([
      "changed row_limit pages[0].elements[3]",
      "changed first_rows pages[0].elements[3]",
      // its column has no choices
      "changed options pages[0].elements[3]",
      "changed row_limit pages[0].elements[2]",
    ]);
    expect(nodeOf(result, "guests").data.config).toMatchObject({ fields: [{ key: "first" }, { key: "last" }] });
    expect(nodesOf(result)).toContain("days_tue_room dropdown");
    expect(nodeOf(result, "from").data.valid_if).toMatchObject([{ message: "Von muss vor Bis liegen." }]);
    expect(result.graph.pages).toHaveLength(1);
    expect(errorsOf(result)).toEqual([]);
  });

  it.each([
    ["{a} = 'x' and {b} contains 'y'", "(and (= a 'x') (contains b 'y'))"],
    ["{a} > 3 or negate ({b} empty)", "(or (> a 3) (not (empty b)))"],
    ["{a} anyof ['x', y-z] && !{c}", "(and (anyof a ['x',(meant-text 'y-z')]) (not c))"],
    ["{a} + {b} * 2 >= -5", "(>= (+ a (* b 2)) -5)"],
    ["iif({a} <> 1, sum({b}, {c}), age({d}))", "(iif (!= a 1) (sum b c) (years d (today)))"],
  ])("parses %s", (source, expected) => {
    const shown = (term: ReturnType<typeof parseExpression>): string => {
      if (term.kind === "value") return typeof term.value === "string" ? `'${term.value}'` : String(term.value);
      if (term.kind === "name") return term.name;
      if (term.kind === "list") return `[${term.items.map(shown).join(",")}]`;
      return `(${[term.name, ...term.args.map(shown)].join(" ")})`;
    };
    expect(shown(parseExpression(source))).toBe(expected);
  });

  it("requires an answer to a matrix whose rows are required", () => {
    const matrix = { type: "matrix", name: "m", columns: [1, 2], rows: ["a"], isAllRowRequired: true };
    const result = imported("surveyjs", convertSurveyJs, { elements: [matrix] });
    expect(nodeOf(result, "m").data).toMatchObject({ is_required: true, config: { require_all_rows: true } });
  });

  it("notes each member that isn't imported, and looks once for the form", () => {
    const note = (...names: string[]) => `Not imported: ${names.map((name) => `\`${name}\``).join(", ")}.`;
    const result = imported("surveyjs", convertSurveyJs, {
      title: "Survey",
      showProgressBar: "top",
      maxTimeToFinish: 60,
      firstPageIsStarted: false,
      pages: [
        {
          name: "p",
          navigationButtonsVisibility: "hide",
          elements: [
            { type: "comment", name: "why", rows: 4, requiredErrorText: "Say why.", validators: [] },
            { type: "text", name: "mail", validators: [{ type: "email", text: "Enter an email address." }] },
            { type: "dropdown", name: "pick", choices: [1, { value: 2, enableIf: "{why} notempty" }], otherText: "" },
            { type: "ranking", name: "rank", choices: ["a", "b"], choicesOrder: "random", maxSelectedChoices: 1 },
            { type: "matrix", name: "m", columns: [1, 2], rows: ["a", { value: "b", visibleIf: "{pick} = 1" }] },
            { type: "multipletext", name: "many", itemErrorLocation: "top", items: [{ name: "one", dataList: ["x"] }] },
            { type: "panel", name: "inner", description: "Shown alone", enableIf: "{pick} = 1", elements: [] },
            { type: "hologram", name: "lost", depth: 3 },
          ],
        },
      ],
    });
    const notes = result.issues.map(({ code, source, message }) => [code, placeOf(source), message]);
    expect(notes.filter(([code]) => ["setting", "looks", "shuffle"].includes(String(code)))).toEqual([
      ["setting", "pages[0].elements[3]", note("maxSelectedChoices")],
      ["shuffle", "pages[0].elements[3]", "Options of a ranking keep their order."],
      ["setting", "pages[0].elements[5]", note("dataList")],
      ["setting", "pages[0]", note("navigationButtonsVisibility")],
      ["setting", "survey", note("maxTimeToFinish")],
      ["looks", "survey", note("rows", "requiredErrorText", "validators.text", "itemErrorLocation", "showProgressBar")],
    ]);
    expect(result.graph.nodes.map(({ data }) => data.title)).toContain("Shown alone");
    expect(errorsOf(result)).toEqual([]);
  });

  it("drops no element of any survey", () => {
    const names = fc.constantFrom("a", "b", "c", "d e", "");
    const expressions = fc.constantFrom("", "{a} = 1", "{b} notempty", "{c} > {a}", "foo({a})", "{a} =", "(((");
    const question = fc.record({
      type: fc.constantFrom(
        "text",
        "checkbox",
        "radiogroup",
        "rating",
        "matrix",
        "html",
        "expression",
        "multipletext",
        "hologram",
        "matrixdynamic",
      ),
      name: names,
      title: fc.option(fc.oneof(fc.string(), fc.record({ default: fc.string(), de: fc.string() }))),
      choices: fc.array(
        fc.oneof(fc.string(), fc.integer(), fc.record({ value: fc.string(), visibleIf: expressions })),
        { maxLength: 4 },
      ),
      rows: fc.array(fc.string(), { maxLength: 3 }),
      columns: fc.array(fc.string(), { maxLength: 3 }),
      items: fc.array(fc.record({ name: names }), { maxLength: 3 }),
      visibleIf: expressions,
      expression: expressions,
      isRequired: fc.boolean(),
      visible: fc.boolean(),
    });
    const { elements } = fc.letrec<{ elements: object[]; panel: object }>((tie) => ({
      elements: fc.array(fc.oneof({ depthSize: "small" }, question, tie("panel")), { maxLength: 5 }) as fc.Arbitrary<
        object[]
      >,
      panel: fc.record({ type: fc.constant("panel"), visibleIf: expressions, elements: tie("elements") }),
    }));
    const count = (of: object[]): number =>
      of.reduce((sum, it) => sum + ("elements" in it ? count(it.elements as object[]) : 1), 0);
    fc.assert(
      fc.property(fc.array(elements, { maxLength: 3 }), (pages) => {
        const document = { pages: pages.map((it) => ({ elements: it })) };
        expectNothingDropped(
          convertSurveyJs(document),
          pages.reduce((sum, it) => sum + count(it), 0),
        );
        expect(errorsOf(imported("surveyjs", convertSurveyJs, document))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
