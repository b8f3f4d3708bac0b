import { convertTypeform } from "../../../services/forms/importing/typeform/convert.ts";
import { imported, nodeOf } from "./converted.ts";

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
