import { jsonParts } from "../../../../services/web/dashboard/deliveries/jsonParts.ts";

test("colors keys, strings, numbers and words of JSON", () => {
  const text = JSON.stringify({ "a: 1": "b: \\ true", c: [-1.5e3, null, "2026"], d: {} }, null, 2);
  const parts = jsonParts(text);
  expect(parts.map((part) => part.text).join("")).toBe(text);
  expect(parts.filter(({ kind }) => kind !== "plain").map(({ kind, text: part }) => [kind, part])).toEqual([
    ["key", '"a: 1"'],
    ["string", '"b: \\\\ true"'],
    ["key", '"c"'],
    ["literal", "-1500"],
    ["literal", "null"],
    ["string", '"2026"'],
    ["key", '"d"'],
  ]);
});

test.each(["ok: true 42", '{"cut": "of', "<p>1</p>"])("leaves other text plain: %s", (text) => {
  expect(jsonParts(text)).toEqual([{ kind: "plain", text }]);
});
