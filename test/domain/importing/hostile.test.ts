import fc from "fast-check";
import { convertFhir } from "../../../services/forms/importing/fhir.ts";
import { convertGoogleForms } from "../../../services/forms/importing/googleForms.ts";
import { Refusal } from "../../../services/forms/importing/refusal.ts";
import { convertSurveyJs } from "../../../services/forms/importing/surveyJs.ts";
import { type Convert, example, imported } from "./converted.ts";

const formats: [name: string, convert: Convert, folder: string, file: string][] = [
  ["FHIR", convertFhir, "fhir", "intake"],
  ["FHIR with expressions", convertFhir, "fhir", "bmi"],
  ["SurveyJS", convertSurveyJs, "surveyJs", "feedback"],
  ["SurveyJS with all types", convertSurveyJs, "surveyJs", "event"],
  ["Google Forms", convertGoogleForms, "googleForms", "registration"],
  ["a quiz of Google Forms", convertGoogleForms, "googleForms", "quiz"],
];

/** Replaces one value of a document by another one. */
function replaced(value: unknown, target: number, by: unknown, counter = { at: 0 }): unknown {
  if (counter.at++ === target) return by;
  if (Array.isArray(value)) return value.map((it) => replaced(it, target, by, counter));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, replaced(it, target, by, counter)]));
}

const hostile = [
  null,
  true,
  -1,
  1e308,
  "",
  "\u0000\ud800",
  "__proto__",
  [],
  {},
  [[[]]],
  { __proto__: null, value: {} },
];
hostile.push(
  JSON.parse('{"__proto__": {"type": "group"}, "constructor": 1}'),
  "(".repeat(5000),
  "{a} and ".repeat(1000),
);

describe("a hostile document", () => {
  it.each(formats)("converts %s with a wrong value anywhere", (_, convert, folder, file) => {
    const document = example(folder, file);
    const change = fc.tuple(fc.nat(600), fc.constantFrom(...hostile));
    fc.assert(
      fc.property(change, ([at, value]) => void convert(replaced(document, at, value))),
      { numRuns: 300 },
    );
    expect({}).not.toHaveProperty("type");
  });

  it.each(formats)("converts any JSON as %s", (_, convert) => {
    fc.assert(fc.property(fc.json(), (json) => void convert(JSON.parse(json))));
  });

  const nested = (key: string, type: string) => {
    let inner: object = { type };
    for (let depth = 0; depth < 100; depth++) inner = { type, [key]: [inner] };
    return { [key]: [inner] };
  };
  it.each([
    ["FHIR", convertFhir, nested("item", "group")],
    ["SurveyJS", convertSurveyJs, { pages: [nested("elements", "panel")] }],
  ])("rejects deeply nested items of %s", (_, convert, document) => {
    expect(() => convert(document)).toThrow(new Refusal("file: must nest items at most 40 levels"));
  });

  const survey = (condition: (at: number) => string) =>
    Array.from({ length: 990 }, (_, at) => ({
      type: "text",
      name: `q${at}`,
      title: "Q",
      maxLength: 20_000,
      ...(at > 0 && { visibleIf: condition(at) }),
    }));
  const comparisons = Array.from({ length: 45 }, (_, at) => `{q0} = 'v${at}'`).join(" or ");
  const convert = (elements: object[]) => imported("surveyjs", convertSurveyJs, { elements });

  it("rejects 990 questions with 45 comparisons each before their conditions are checked", () => {
    const before = process.cpuUsage();
    expect(() => convert(survey(() => comparisons))).toThrow(/larger than 1 MiB/);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(15);
  });

  it("removes conditions that are too expensive together in few rounds, and keeps the questions", () => {
    const before = process.cpuUsage();
    const { counts, graph } = convert(survey((at) => `{q${at - 1}} = 'x'`));
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(15);
    expect(counts).toMatchObject({ found: 990, lost: 0 });
    expect(graph.nodes.filter(({ data }) => data.show_if).length).toBeGreaterThan(0);
  });

  const many = <T>(item: T): T[] => new Array<T>(100_000).fill(item);
  it.each([
    ["FHIR", convertFhir, { item: many({ linkId: "a", type: "string" }) }],
    ["SurveyJS", convertSurveyJs, { elements: many({ type: "text", name: "a" }) }],
    ["Google Forms", convertGoogleForms, { items: many({ questionItem: { question: { textQuestion: {} } } }) }],
  ])("rejects 100,000 items of %s", (_, convert, document) => {
    expect(() => convert(document)).toThrow(new Refusal("file: must have at most 20,000 items"));
  });
});
