import { convertTypeform } from "../../../services/forms/importing/typeform/convert.ts";
import { simulate } from "../../../shared/domain/graph/simulate.ts";
import { errorsOf, imported, nodeOf, type Result } from "./converted.ts";

const field = (ref: string, required: boolean) => ({
  ref,
  title: ref,
  type: "multiple_choice",
  validations: { required },
  properties: {
    choices: [
      { ref: "c1", label: "Yes" },
      { ref: "c2", label: "No" },
    ],
  },
});
const jump = (to: string, op: string, of: string) => ({
  action: "jump",
  details: { to: { type: "field", value: to } },
  condition: {
    op,
    vars: [
      { type: "field", value: of },
      { type: "choice", value: "c1" },
    ],
  },
});

describe("logic that asks whether an answer isn't one", () => {
  const skippedIn = (document: object) =>
    imported("typeform", convertTypeform, document).issues.flatMap(({ code, node_id, message }) =>
      code === "skipped_answer" ? [`${node_id}: ${message}`] : [],
    );
  const message = "Logic asks whether its answer isn't one: is_not “Yes”. That holds here if the question is skipped.";

  it.each([
    ["an optional question", false, [`a: ${message}`]],
    ["a required question that everyone answers", true, []],
  ])("names the condition of %s", (_, required, expected) => {
    const fields = [field("a", required), field("b", true), field("c", true)];
    const logic = [{ type: "field", ref: "a", actions: [jump("c", "is_not", "a")] }];
    expect(skippedIn({ fields, logic })).toEqual(expected);
  });

  it("names the condition of a required question that a jump passes over", () => {
    const fields = [field("a", true), field("b", true), field("c", true), field("d", true), field("e", true)];
    const logic = [
      { type: "field", ref: "a", actions: [jump("c", "is", "a")] },
      { type: "field", ref: "c", actions: [jump("e", "is_not", "b")] },
    ];
    expect(skippedIn({ fields, logic })).toEqual([`b: ${message}`]);
  });
});

describe("fields of Typeform that have no type of their own", () => {
  const fields = (...given: object[]) => imported("typeform", convertTypeform, { fields: given });

  it("take an address of a website, with or without its scheme", () => {
    const result = fields({ ref: "site", title: "Site?", type: "website" });
    const { pattern } = nodeOf(result, "site").data.config as { pattern: string };
    const takes = (address: string) => new RegExp(`^(?:${pattern})$`).test(address);
    for (const address of ["example.com", "https://example.com/a?b#c", "http://a.b.co:80/"])
      expect(takes(address)).toBe(true);
    for (const other of ["example", "an example.com", "https://", "a..b"]) expect(takes(other)).toBe(false);
    expect(result.issues).toEqual([]);
  });

  it("describe the ends of a scale with fewer than 5 steps", () => {
    const properties = { steps: 3, start_at_one: true, labels: { left: "No", right: "Yes" } };
    const result = fields({ ref: "agree", title: "Agree?", type: "opinion_scale", properties });
    expect(nodeOf(result, "agree").data).toMatchObject({ description: "1: No\n3: Yes", config: { min: 1, max: 3 } });
    expect(result.issues).toEqual([]);
  });
});

describe("a jump that leads back", () => {
  const always = (to: string) => ({ ...jump(to, "is", "a"), condition: { op: "always", vars: [] } });
  const logicOf = (rules: Record<string, object[]>) =>
    Object.entries(rules).map(([ref, actions]) => ({ type: "field", ref, actions }));
  const fields = ["a", "b", "c", "d"].map((ref) => field(ref, true));
  const form = (rules: Record<string, object[]>) =>
    imported("typeform", convertTypeform, { fields, logic: logicOf(rules) });
  const pathOf = ({ graph }: Result, answers: Record<string, string>) =>
    simulate(graph, { answers, today: "2026-01-01" }).traversal_path.filter((id) => /^[a-d]$/.test(id));

  it("arrives where the questions aren't in the order in which they are asked", () => {
    const result = form({ a: [jump("c", "is", "a")], b: [always("d")], c: [always("b")] });
    expect(result.issues).toEqual([]);
    expect(errorsOf(result)).toEqual([]);
    expect(pathOf(result, { a: "Yes", b: "No", c: "No", d: "No" })).toEqual(["a", "c", "b", "d"]);
    expect(pathOf(result, { a: "No", b: "No", d: "No" })).toEqual(["a", "b", "d"]);
  });

  it("is named by variables whose changes have an order", () => {
    const set = (value: number) => ({
      action: "set",
      details: { target: { type: "variable", value: "v" }, value: { type: "constant", value } },
      condition: jump("c", "is", "a").condition,
    });
    const logic = (last: string) =>
      logicOf({ a: [jump("c", "is", "a")], b: [set(1), always("d")], c: [set(2), always(last)] });
    const issues = (last: string) =>
      imported("typeform", convertTypeform, { fields, logic: logic(last), variables: { v: 0 } }).issues;
    expect(issues("b")).toMatchObject([{ code: "variable", source: "variables.v" }]);
    expect(issues("d")).toEqual([]);
  });

  it("is lost if it makes a loop", () => {
    const result = form({ a: [jump("c", "is", "a")], c: [always("b")] });
    expect(result.issues).toMatchObject([
      { code: "backward_jump", source: "logic[1].actions[0]", message: "A jump isn't imported: it leads back to “b”." },
    ]);
    expect(pathOf(result, { a: "Yes", c: "No", d: "No" })).toEqual(["a", "c", "d"]);
  });
});
