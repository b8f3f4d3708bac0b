import { readForm } from "../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../shared/api/shapes/imports.ts";
import { simulate } from "../../../shared/domain/graph/simulate.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";

/** Conditions that look as if they could never be true. */
const read = async (text: string): Promise<ImportResult> => JSON.parse(await readForm(Buffer.from(text)));

const xlsform = (rows: readonly string[]): Promise<ImportResult> =>
  read(
    [
      "survey,,,,,",
      ",type,name,label,relevant,calculation",
      ...rows.map((row) => `,${row}`),
      "choices,,,,,",
      ",list_name,name,label,,",
      ",c,a,A,,",
      ",c,bb,B,,",
    ].join("\n"),
  );

const surveyJs = (elements: object[]): Promise<ImportResult> => read(JSON.stringify({ elements }));

const asks = ({ graph }: ImportResult, answers: Record<string, Json>): boolean =>
  simulate(graph as Graph, { answers, today: "2026-06-01" }).traversal_path.includes("q");

describe("selected() of other questions than choices", () => {
  it.each([
    ["text,x,X,,", "a", "a", "b"],
    ["text,x,X,,", "a", "b a c", "b,a"],
    ["integer,x,X,,", "1", 1, 10],
    ["date,x,X,,", "2026-01-02", "2026-01-02", "2026-01-03"],
  ])("compares %s with the word %s", async (row, word, same, other) => {
    const form = await xlsform([row, `text,q,Q,"selected(\${x}, '${word}')",`]);
    expect(form.issues).toEqual([]);
    expect([same, other, null].map((value) => asks(form, { x: value }))).toEqual([true, false, false]);
    const opposite = await xlsform([row, `text,q,Q,"not(selected(\${x}, '${word}'))",`]);
    expect([same, other, null].map((value) => asks(opposite, { x: value }))).toEqual([false, true, true]);
  });

  it("compares a calculation that gives 1 and 0", async () => {
    const form = await xlsform([
      "integer,n,N,,",
      "calculate,x,,,\"if(${n} > 1, '1', '0')\"",
      "text,q,Q,\"selected(${x}, '1')\",",
    ]);
    expect([0, 1, 2].map((n) => asks(form, { n }))).toEqual([false, false, true]);
  });
});

describe("the length of other answers than texts", () => {
  it.each([
    ["integer,x,X,,", "= 0", 5, false],
    ["integer,x,X,,", "> 0", 5, true],
    ["date,x,X,,", ">= 1", "2026-01-02", true],
    ["select_one c,x,X,,", "> 0", "a", true],
    ["select_one c,x,X,,", "> 1", "a", false],
    ["select_one c,x,X,,", "> 1", "bb", true],
    ["select_multiple c,x,X,,", "= 0", ["a"], false],
  ])("asks whether %s has one: %s", async (row, comparison, value, isAsked) => {
    const form = await xlsform([row, `text,q,Q,string-length(\${x}) ${comparison},`]);
    expect(form.issues).toEqual([]);
    expect(asks(form, { x: value })).toBe(isAsked);
    expect(asks(form, { x: null })).toBe(comparison === "= 0");
  });
});

it("takes a missing sum as 'NaN'", async () => {
  const sum = ["integer,n,N,,", "integer,k,K,,", "calculate,s,,,${n} + ${k}"];
  const form = await xlsform([...sum, "text,q,Q,${s} = 'NaN',"]);
  expect(form.issues).toEqual([]);
  expect([asks(form, { n: 1, k: null }), asks(form, { n: 1, k: 2 })]).toEqual([true, false]);
  // an answer is never this text in Enketo
  const answer = await xlsform([...sum, "text,q,Q,${n} = 'NaN',"]);
  expect(answer.issues).toMatchObject([{ severity: "changed", code: "condition_meaning", node_id: "q" }]);
});

describe("SurveyJS", () => {
  const images = ["p", "r"].map((value) => ({ value, imageLink: `https://example.com/${value}.png` }));
  it.each([
    [{ type: "imagepicker", choices: images }, "= 'p'", ["p"], ["r"]],
    [{ type: "imagepicker", choices: images, multiSelect: true }, "= ['p']", ["p"], ["p", "r"]],
    [{ type: "checkbox", choices: ["a", "b"] }, "= ['a']", ["a"], ["a", "b"]],
    [{ type: "tagbox", choices: ["a", "b"] }, "= ['a']", ["a"], ["b"]],
    [{ type: "boolean" }, "= 1", "yes", "no"],
    [{ type: "boolean" }, "= 0", "no", "yes"],
    [{ type: "radiogroup", choices: ["a", "b"] }, "= undefined", null, "a"],
  ])("asks by %j %s", async (element, comparison, same, other) => {
    const form = await surveyJs([
      { ...element, name: "x" },
      { type: "text", name: "q", visibleIf: `{x} ${comparison}` },
    ]);
    expect(form.issues).toEqual([]);
    expect([asks(form, { x: same }), asks(form, { x: other })]).toEqual([true, false]);
  });

  it("says that it has no function not", async () => {
    const form = await surveyJs([
      { type: "boolean", name: "x" },
      { type: "text", name: "q", visibleIf: "not({x} = true)" },
    ]);
    expect(form.issues).toMatchObject([{ severity: "changed", code: "condition_meaning", node_id: "q" }]);
    expect([asks(form, { x: "yes" }), asks(form, { x: "no" })]).toEqual([false, true]);
  });
});

it("loses a question whose condition is judged impossible, and names the condition", async () => {
  const form = await xlsform(["select_one c,x,X,,", "text,q,Q,${x} = 'z',", "text,old,Old,false(),"]);
  expect(form.counts).toMatchObject({ lost: 1, changed: 1 });
  expect(form.issues).toMatchObject([
    { severity: "lost", code: "never_asked", message: expect.stringContaining("${x} = 'z'") },
    { severity: "changed", code: "never_asked", message: expect.stringContaining("false()") },
  ]);
});
