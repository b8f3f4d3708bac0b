import { convertTypeform } from "../../../services/forms/importing/typeform/convert.ts";
import { imported } from "./converted.ts";

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
