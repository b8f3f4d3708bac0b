import { SaveDraftBody } from "../../shared/api/shapes/forms.ts";
import { Closed, checker, Nullable, Timestamp, type TSchema, Type, Uuid } from "../../shared/domain/schema.ts";

/** Checks of values and their messages (decisions §1, §9.1). */
const errorsOf = (shape: TSchema, value: unknown) => checker(Closed({ field: shape }))({ field: value });

describe("reports one message per value", () => {
  test.each<[TSchema, unknown, string]>([
    [Type.String(), 5, "must be a string"],
    [Type.String(), null, "must not be null"],
    [Type.String({ minLength: 1 }), "", "must not be empty"],
    [Type.String({ minLength: 3 }), "👩‍", "must be at least 3 characters long"],
    [Type.String({ maxLength: 2 }), "😀😀😀", "must be at most 2 characters long"],
    [Type.String(), "\ud800", "must be valid Unicode text, without lone surrogates"],
    [Type.String({ pattern: "^a$" }), "b", "must match ^a$"],
    [Type.String({ pattern: "^a$", patternMessage: "must be an a" }), "b", "must be an a"],
    [Uuid(), "5", "must be a uuid"],
    [Timestamp(), "2026-02-30T00:00:00Z", "must be an ISO 8601 timestamp such as 2026-01-31T12:00:00Z"],
    [Timestamp(), "0000-01-01T00:00:00Z", "must be an ISO 8601 timestamp such as 2026-01-31T12:00:00Z"],
    [Type.String({ format: "date" }), "0000-01-01", "must be a date such as 2026-01-31"],
    [Type.String({ format: "date-or-time" }), "31.1.2026", "must be an ISO date such as 2026-01-31, or a timestamp"],
    [Type.String({ format: "https" }), "https://a b", "must be an https URL"],
    [Type.Number(), "5", "must be a number"],
    [Type.Integer(), 1.5, "must be an integer"],
    [Type.Integer({ minimum: 1 }), 0, "must be at least 1"],
    [Type.Integer({ maximum: 1 }), 2, "must be at most 1"],
    [Type.Number({ exclusiveMinimum: 0 }), 0, "must be greater than 0"],
    [Type.Boolean(), 1, "must be a boolean"],
    [Type.Enum(["a", "b"]), "c", "must be one of a, b"],
    [Type.Array(Type.String(), { minItems: 1 }), [], "must have at least 1 item"],
    [Type.Array(Type.String(), { maxItems: 2 }), [1, 2, 3], "must have at most 2 items"],
    [Type.Array(Type.String()), {}, "must be an array"],
    [Closed({}), [], "must be an object"],
    [Type.Record(Type.String(), Type.Integer()), 3, "must be an object"],
    [Nullable(Type.String()), 3, "must be a string"],
    [Type.Union([Type.String(), Type.Integer()]), true, "must be a string or an integer"],
  ])("%j, %j: %s", (shape, value, message) => expect(errorsOf(shape, value)).toEqual([`field: ${message}`]));

  test("reports missing and unknown fields", () => {
    const check = checker(Closed({ a: Type.String(), b: Type.Optional(Type.String()) }));
    expect(check({ c: 1, "": 2 })).toEqual(["a: is required", "c: unknown field", '"": unknown field']);
    expect(check({ a: "" })).toEqual([]);
    expect(check(null)).toEqual(["body: must not be null"]);
    expect(check(JSON.parse('{"a": "", "toString": 1}'))).toEqual(["toString: unknown field"]);
  });

  test("doesn't change the value", () => {
    const value = Object.freeze({ a: Object.freeze({}) });
    expect(checker(Closed({ a: Closed({ b: Type.Optional(Type.String({ default: "x" })) }) }))(value)).toEqual([]);
    expect(value).toEqual({ a: {} });
  });
});

describe("reports only the intended member of a union", () => {
  const tagged = Type.Union(
    [
      Closed({ kind: Type.Literal("a"), size: Type.Integer() }),
      Closed({ kind: Type.Literal("b"), name: Type.String() }),
    ],
    { discriminator: { propertyName: "kind" } },
  );

  test.each([
    [{ kind: "a", size: 1 }, []],
    [{ kind: "a", name: "x" }, ["field.size: is required", "field.name: unknown field"]],
    [{ kind: "c" }, ["field.kind: must be one of a, b"]],
    [{}, ["field.kind: is required"]],
    [5, ["field: must be an object"]],
  ])("chooses it by tag: %j", (value, errors) => expect(errorsOf(tagged, value)).toEqual(errors));

  test("chooses it by type", () => {
    const shape = Type.Union([Type.String({ maxLength: 1 }), Closed({ days: Type.Integer() })]);
    expect(errorsOf(shape, "ab")).toEqual(["field: must be at most 1 characters long"]);
    expect(errorsOf(shape, { days: "1" })).toEqual(["field.days: must be an integer"]);
  });
});

describe("a draft", () => {
  const check = checker(SaveDraftBody);
  const draft = (graph: object) => ({ graph: { schema_version: "2.0", nodes: [], edges: [], ...graph } });
  const edge = { from: "a", to: "b" };

  test("names the index in errors, even for null and wrong types", () => {
    const nodes = [{ id: "a" }, null, 3, { id: "c", data: { title: "x".repeat(501) } }];
    expect(check(draft({ nodes, hidden_fields: ["a", null], edges: [edge, null] }))).toEqual([
      "graph.nodes.1: must not be null",
      "graph.nodes.2: must be an object",
      "graph.nodes.3.data.title: must be at most 500 characters long",
      "graph.edges.1: must not be null",
      "graph.hidden_fields.1: must not be null",
    ]);
  });

  test("accepts any object or null as a condition", () => {
    const conditions = [null, {}, { op: 5 }, "x", 1, false, []];
    expect(check(draft({ edges: conditions.map((condition) => ({ ...edge, condition })) }))).toEqual(
      [3, 4, 5, 6].map((index) => `graph.edges.${index}.condition: must be an object`),
    );
  });
});

describe("stops after 100 errors", () => {
  /** Counts how often it is read. */
  function counting(length: number, value: unknown) {
    const seen = { count: 0 };
    const list = new Proxy(Array(length).fill(value), {
      get(target, key) {
        if (typeof key === "string" && /^\d+$/.test(key)) seen.count++;
        return Reflect.get(target, key);
      },
    });
    return { seen, list };
  }

  test("in a list of 500,000", () => {
    const { seen, list } = counting(500_000, 0);
    expect(errorsOf(Type.Array(Type.String()), list)).toHaveLength(100);
    expect(seen.count).toBe(100);
  });

  test("without reading items of a list that is too long", () => {
    const { seen, list } = counting(500_000, 0);
    expect(errorsOf(Type.Array(Type.String(), { maxItems: 1000 }), list)).toEqual([
      "field: must have at most 1000 items",
    ]);
    expect(seen.count).toBe(0);
  });

  test("including unknown fields, with long names shortened", () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, 0]));
    expect(errorsOf(Closed({}), many)).toHaveLength(100);
    const [error = ""] = errorsOf(Closed({}), { ["x".repeat(100_000)]: 1 });
    expect(error.length).toBeLessThan(1000);
  });
});

test("throws on an unsupported keyword", () => {
  expect(() => checker(Type.String({ format: "colour" }))).toThrow("no check for the format colour");
});
