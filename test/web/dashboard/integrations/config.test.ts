import { bodyText } from "../../../../services/web/dashboard/deliveries/bodyText.ts";
import {
  configOf,
  fieldsOfType,
  filled,
  newConfig,
  patchOf,
  type Settings,
  settingsOf,
} from "../../../../services/web/dashboard/integrations/config.ts";
import { bodyOf, edited, leftAfter } from "../../../../services/web/dashboard/settings/editing/edits.ts";
import { newPair, objectOf, pairsOf } from "../../../../services/web/ui/fields/pairs.ts";
import type { IntegrationTypes } from "../../../../shared/api/shapes/integrations.ts";
import { maskedValue } from "../../../../shared/domain/integrations/maskedValue.ts";

const field = { title: "T", description: "D", is_secret: false, is_required: false, default: null } as const;
/** Fields of a type that only the service knows. */
const fields = fieldsOfType({
  type: "pigeon_post",
  title: "Pigeon post",
  auth: "secret",
  is_configured: true,
  fields: [
    { ...field, name: "loft", type: "string", is_required: true },
    { ...field, name: "ring", type: "string", is_secret: true },
    { ...field, name: "is_fast", type: "boolean", default: true },
    { ...field, name: "headers", type: "headers" },
  ],
} as unknown as IntegrationTypes[number]);

test("gives an unknown type its fields, defaults and secrets", () => {
  expect(fields.map(({ key, kind, isSecret, schema }) => ({ key, kind, isSecret, standard: schema.default }))).toEqual([
    { key: "loft", kind: "text", isSecret: false, standard: undefined },
    { key: "ring", kind: "text", isSecret: true, standard: undefined },
    { key: "is_fast", kind: "boolean", isSecret: false, standard: true },
    { key: "headers", kind: "headers", isSecret: false, standard: undefined },
  ]);
});

test("keeps only filled-in fields in a new config", () => {
  expect(newConfig(fields, { loft: "North", ring: "", is_fast: false, other: 1 })).toEqual({
    loft: "North",
    is_fast: false,
  });
});

describe("the editor of an integration", () => {
  const stored = settingsOf({ name: "CRM", config: { loft: "North", ring: null, is_fast: true } });

  it("includes its name and the config’s fields", () => {
    expect(stored).toEqual({ name: "CRM", "config.loft": "North", "config.ring": undefined, "config.is_fast": true });
    expect(configOf(stored)).toEqual({ loft: "North", ring: undefined, is_fast: true });
  });

  it("sends only changes, and null for a cleared field", () => {
    const cleared = edited<Settings, string>({}, stored, "config.loft", filled(""));
    expect(patchOf(bodyOf(cleared))).toEqual({ config: { loft: null } });
    const renamed = edited<Settings, string>(cleared, stored, "name", "Other");
    expect(patchOf(bodyOf(renamed))).toEqual({ name: "Other", config: { loft: null } });
    expect(patchOf({})).toEqual({});
  });

  it("ignores an untouched secret", () => {
    expect(edited<Settings, string>({}, stored, "config.ring", filled(""))).toEqual({});
    const written = edited<Settings, string>({}, stored, "config.ring", "new");
    expect(patchOf(bodyOf(written))).toEqual({ config: { ring: "new" } });
    expect(leftAfter(written, written, stored)).toEqual({});
  });

  it("treats headers in any order as equal", () => {
    const headers = { ...stored, "config.headers": { a: maskedValue, b: maskedValue } };
    expect(edited<Settings, string>({}, headers, "config.headers", { b: maskedValue, a: maskedValue })).toEqual({});
  });
});

test("hides a header’s stored value, and keeps it until it is replaced or removed", () => {
  const [team, trace] = pairsOf({ "X-Team": maskedValue, "X-Trace": "on" });
  expect([team?.value, trace?.value]).toEqual(["", "on"]);
  const added = { ...newPair(team && trace ? [team, trace] : []), name: " X-New ", value: "1" };
  if (!team || !trace) throw new Error("two pairs");
  expect(new Set([team, trace, added].map(({ key }) => key)).size).toBe(3);
  expect(objectOf([team, added, { ...added, name: " " }])).toEqual({ "X-Team": maskedValue, "X-New": "1" });
  expect(objectOf([{ ...team, value: "other" }])).toEqual({ "X-Team": "other" });
  expect(objectOf([])).toBeUndefined();
});

test.each([
  ['{"a":[1,2]}', '{\n  "a": [\n    1,\n    2\n  ]\n}'],
  ['{"id":12345678901234567890}', '{"id":12345678901234567890}'],
  ['{"a":1,"a":2}', '{"a":1,"a":2}'],
  ["{ not JSON", "{ not JSON"],
])("indents a body only if nothing but white space changes: %s", (body, shown) => {
  expect(bodyText(body)).toBe(shown);
});
