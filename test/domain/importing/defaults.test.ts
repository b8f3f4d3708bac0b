import { readForm } from "../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../shared/api/shapes/imports.ts";
import type { Json } from "../../../shared/domain/json.ts";
import { startsWith } from "./oracles/surveyJs.ts";

/** `default`, `initial` and `defaultValue` become `config.default` (features §16). */
const imported = async (document: object | string): Promise<ImportResult> =>
  JSON.parse(await readForm(Buffer.from(typeof document === "string" ? document : JSON.stringify(document))));
const defaultsOf = ({ graph }: ImportResult): Record<string, unknown> =>
  Object.fromEntries(
    graph.nodes.flatMap(({ id, data }) => (data.config && "default" in data.config ? [[id, data.config.default]] : [])),
  );
const issuesOf = ({ issues }: ImportResult) => issues.map(({ code, node_id }) => `${code} ${node_id}`);

describe("SurveyJS", () => {
  const choices = [
    { value: 1, text: "One" },
    { value: "b", text: "Two" },
  ];
  const elements = [
    { type: "text", name: "name", defaultValue: "Ada" },
    { type: "text", inputType: "number", name: "age", defaultValue: 7 },
    { type: "text", inputType: "date", name: "day", defaultValue: "2026-01-31" },
    { type: "comment", name: "story", defaultValue: "Once" },
    { type: "radiogroup", name: "one", choices, defaultValue: "b" },
    { type: "dropdown", name: "number", choices, defaultValue: 1 },
    { type: "checkbox", name: "some", choices, defaultValue: [1, "b"] },
    { type: "ranking", name: "ranks", choices: ["x", "y"], defaultValue: ["y", "x"] },
    { type: "boolean", name: "yes", defaultValue: false },
    { type: "rating", name: "stars", rateType: "stars", defaultValue: 4 },
    { type: "matrix", name: "table", rows: ["r 1", "r 2"], columns: [1, 2], defaultValue: { "r 1": 2 } },
  ];
  const surveyOf = (list: object[]) => ({ pages: [{ name: "p", elements: list }] });

  it("starts with the same answers as SurveyJS", async () => {
    const survey = surveyOf(elements);
    const form = await imported(survey);
    const found = Object.entries(defaultsOf(form));
    expect(found.map(([id]) => id)).toEqual(elements.map(({ name }) => name));
    for (const [id, value] of found) expect([id, startsWith(survey, id, value as Json)]).toEqual([id, true]);
    expect(issuesOf(form)).toEqual([]);
  });

  it("keeps those of the parts of a question", async () => {
    const items = [{ name: "first" }, { name: "last" }];
    const form = await imported(
      surveyOf([{ type: "multipletext", name: "who", items, defaultValue: { first: "Ada" } }]),
    );
    expect(defaultsOf(form)).toEqual({ who_first: "Ada" });
  });

  it.each([
    ["today()", "today"],
    ["today(7)", { days_from_today: 7 }],
  ])("counts %s from today", async (defaultValueExpression, day) => {
    const form = await imported(surveyOf([{ type: "text", inputType: "date", name: "day", defaultValueExpression }]));
    expect(defaultsOf(form)).toEqual({ day });
  });

  it("notes what the question doesn't accept", async () => {
    const form = await imported(
      surveyOf([
        { type: "text", inputType: "number", name: "big", max: 5, defaultValue: 6 },
        { type: "radiogroup", name: "gone", choices, defaultValue: 3 },
        { type: "radiogroup", name: "written", choices, showOtherItem: true, defaultValue: "other" },
        { type: "text", name: "computed", defaultValueExpression: "{big} + 1" },
      ]),
    );
    expect(defaultsOf(form)).toEqual({});
    expect(issuesOf(form)).toEqual(["config big", "default gone", "default written", "default computed"]);
  });
});

describe("FHIR", () => {
  const coded = (code: string) => ({ valueCoding: { code, display: code.toUpperCase() } });
  const item = (linkId: string, type: string, more: object) => ({ linkId, type, text: linkId, ...more });

  it("takes initial values and selected options", async () => {
    const form = await imported({
      resourceType: "Questionnaire",
      title: "Q",
      item: [
        item("name", "string", { initial: [{ valueString: "Ada" }] }),
        item("old", "string", { initialString: "R3" }),
        item("age", "integer", { initial: [{ valueInteger: 7 }] }),
        item("weight", "quantity", {
          initial: [{ valueQuantity: { value: 1.5 } }],
          extension: [
            {
              url: "http://hl7.org/fhir/StructureDefinition/questionnaire-unit",
              valueCoding: { code: "kg" },
            },
          ],
        }),
        item("ok", "boolean", { initial: [{ valueBoolean: false }] }),
        item("day", "date", { initial: [{ valueDate: "2026-01-31" }] }),
        item("one", "choice", { answerOption: [coded("a"), coded("b")], initial: [coded("b")] }),
        item("some", "choice", {
          repeats: true,
          answerOption: [
            { ...coded("a"), initialSelected: true },
            coded("b"),
            { ...coded("c"), initialSelected: true },
          ],
        }),
        item("part", "date", { initial: [{ valueDate: "2026-01" }] }),
      ],
    });
    expect(defaultsOf(form)).toEqual({
      name: "Ada",
      old: "R3",
      age: 7,
      weight: 1.5,
      ok: "no",
      day: "2026-01-31",
      one: "b",
      some: ["a", "c"],
    });
    expect(issuesOf(form)).toEqual(["default part"]);
  });
});

describe("XLSForm", () => {
  it("takes defaults that aren't computed", async () => {
    const form = await imported(
      [
        "survey,,,,",
        ",type,name,label,default",
        ",text,name,N,Ada Lovelace",
        ",integer,age,A,7",
        ",date,day,D,2026-01-31",
        ",date,now,D,today()",
        ",select_one c,one,O,b",
        ",select_multiple c,some,S,b a",
        ",text,copy,C,${name}",
        "choices,,,,",
        ",list_name,name,label,",
        ",c,a,A,",
        ",c,b,B,",
      ].join("\n"),
    );
    expect(defaultsOf(form)).toEqual({
      name: "Ada Lovelace",
      age: 7,
      day: "2026-01-31",
      now: "today",
      one: "b",
      some: ["b", "a"],
    });
    expect(issuesOf(form)).toEqual(["default copy"]);
  });
});
