import type { TSchema } from "typebox";
import { dotted } from "./fieldError.ts";
import { type Formats, formats as knownFormats } from "./formats.ts";
import { isObject } from "./json.ts";
import { shortened } from "./limits.ts";
import {
  anything,
  hasType,
  type JsonSchema,
  nameOf,
  numberTest,
  ofType,
  oneOf,
  Report,
  type ShapeFault,
  type Test,
  textTest,
  within,
} from "./scalars.ts";
import { shapeText } from "./shapeText.ts";

/**
 * Checks a value and returns errors as `<field>: <message>`, with dotted paths for nested fields (decisions §1, §9.1). Stops after
 * 100 errors, to limit the cost. Doesn't change the value: no coercion, no defaults.
 */
export type Check = (value: unknown) => string[];

interface CheckOptions {
  /** formats in addition to formats.ts */
  formats?: Formats;
}

/**
 * Compiles a schema to a check. `root` names the value itself in messages. Throws on unsupported keywords. See docs/adr/0003 for
 * why no library is used.
 */
export function checker(schema: TSchema, root = "body", options: CheckOptions = {}): Check {
  const faultsOf = faultFinder(schema, options);
  return (value) => faultsOf(value).map((fault) => shapeError(fault, root));
}

/** Words a fault as `<field>: <message>`. */
export const shapeError = ({ at, reason }: ShapeFault, root = "body"): string =>
  `${at.length > 0 ? shortened(dotted(at)) : root}: ${shapeText(reason)}`;

/** Compiles a schema like `checker`, to a check that returns places and reasons instead of messages. */
export function faultFinder(schema: TSchema, options: CheckOptions = {}): (value: unknown) => ShapeFault[] {
  const compiler = new Compiler({ ...knownFormats, ...options.formats });
  const test = compiler.testOf(schema as JsonSchema);
  return (value) => {
    const report = new Report();
    test(value, null, report);
    return report.faults;
  };
}

class Compiler {
  private readonly formats: Formats;
  /** targets of `$ref`, from the `$defs` of schemas (`Type.Cyclic`) */
  private readonly definitions: Record<string, JsonSchema> = {};
  private readonly named = new Map<string, Test>();

  constructor(formats: Formats) {
    this.formats = formats;
  }

  testOf(schema: JsonSchema): Test {
    if (schema.$ref !== undefined) return this.reference(schema.$ref, schema.$defs);
    if (schema.anyOf) return this.union(schema, schema.anyOf);
    if (schema.const !== undefined) return oneOf([schema.const]);
    if (schema.enum) return oneOf(schema.enum, schema.errorMessage);
    if (schema.type === undefined) return anything;
    const tests: Partial<Record<string, () => Test>> = {
      string: () => textTest(schema, this.formats),
      number: () => numberTest(schema),
      integer: () => numberTest(schema),
      boolean: () => ofType("boolean", schema, () => undefined),
      array: () => this.list(schema),
      object: () => (schema.patternProperties ? this.record(schema) : this.object(schema)),
    };
    const test = tests[schema.type];
    if (!test) throw new Error(`no check for JSON Schema type ${schema.type}`);
    return test();
  }

  /** Resolves the reference at first use, so that schemas can be recursive. */
  private reference(name: string, defs: JsonSchema["$defs"] = {}): Test {
    Object.assign(this.definitions, defs);
    const schema = this.definitions[name];
    if (!schema) throw new Error(`no definition of ${name}`);
    return (value, place, report) => {
      const test = this.named.get(name) ?? this.testOf(schema);
      this.named.set(name, test);
      test(value, place, report);
    };
  }

  private list(schema: JsonSchema): Test {
    const { minItems = 0, maxItems = Infinity } = schema;
    const item = schema.items ? this.testOf(schema.items) : anything;
    return ofType("array", schema, (value: unknown[], place, report) => {
      if (value.length < minItems) report.say(place, { kind: "too_few_items", limit: minItems });
      // items of a list that is too long aren't checked
      if (value.length > maxItems) return report.say(place, { kind: "too_many_items", limit: maxItems });
      for (let index = 0; index < value.length && !report.isFull; index++) {
        item(value[index], within(place, String(index)), report);
      }
    });
  }

  private object(schema: JsonSchema): Test {
    const required = new Set(schema.required);
    const properties = Object.entries(schema.properties ?? {}).map(([key, property]) => {
      return { key, isRequired: required.has(key), test: this.testOf(property) };
    });
    const known = new Set(properties.map(({ key }) => key));
    return ofType("object", schema, (value: Record<string, unknown>, place, report) => {
      for (const { key, isRequired, test } of properties) {
        const member = Object.hasOwn(value, key) ? value[key] : undefined;
        if (member !== undefined) test(member, within(place, key), report);
        else if (isRequired) report.say(within(place, key), { kind: "required" });
      }
      if (schema.additionalProperties !== false) return;
      for (const key in value) {
        if (report.isFull) return;
        if (!known.has(key)) report.say(within(place, key), { kind: "unknown_field" });
      }
    });
  }

  /** Tests an object with arbitrary keys, whose members have the same schema. */
  private record(schema: JsonSchema): Test {
    const member = this.testOf(Object.values(schema.patternProperties ?? {})[0] ?? {});
    const { maxProperties = Infinity } = schema;
    return ofType("object", schema, (value: Record<string, unknown>, place, report) => {
      const keys = Object.keys(value);
      if (keys.length > maxProperties) return report.say(place, { kind: "too_many_fields", limit: maxProperties });
      for (const key of keys) {
        if (report.isFull) return;
        member(value[key], within(place, key), report);
      }
    });
  }

  /** Reports only problems of the intended member, which is chosen by type, tag or a required key. */
  private union(schema: JsonSchema, anyOf: JsonSchema[]): Test {
    const isNullable = anyOf.some(({ type }) => type === "null");
    const members = anyOf
      .filter(({ type }) => type !== "null")
      .map((member) => ({ shape: this.resolved(member), test: this.testOf(member) }));
    const [only] = members;
    const test: Test = members.length === 1 && only ? only.test : chosenOf(schema, members);
    return (value, place, report) => {
      if (value !== null || !isNullable) test(value, place, report);
    };
  }

  private resolved(schema: JsonSchema): JsonSchema {
    return schema.$ref === undefined ? schema : this.resolved(this.definitions[schema.$ref] ?? {});
  }
}

interface Member {
  shape: JsonSchema;
  test: Test;
}

function chosenOf(schema: JsonSchema, members: Member[]): Test {
  const tag = schema.discriminator?.propertyName;
  if (tag !== undefined) return byTag(tag, members);
  const expected =
    schema.errorMessage ?? `must be ${[...new Set(members.map(({ shape }) => nameOf(shape)))].join(" or ")}`;
  return (value, place, report) => {
    const fitting = members.filter(({ shape }) => hasType(value, shape));
    const meant = fitting.find(({ shape }) => hasKeyOf(value, shape)) ?? fitting.at(-1);
    if (meant) meant.test(value, place, report);
    else report.say(place, value === null ? { kind: "null_value" } : { kind: "wrong_type", expected });
  };
}

/** Tests a union whose members differ in one field (`discriminator` of OpenAPI). */
function byTag(tag: string, members: Member[]): Test {
  const byValue = new Map(members.map(({ shape, test }) => [shape.properties?.[tag]?.const, test]));
  const unknown = oneOf([...byValue.keys()]);
  return ofType("object", {}, (value: Record<string, unknown>, place, report) => {
    const name = Object.hasOwn(value, tag) ? value[tag] : undefined;
    const test = byValue.get(name);
    if (test) test(value, place, report);
    else if (name === undefined) report.say(within(place, tag), { kind: "required" });
    else unknown(name, within(place, tag), report);
  });
}

function hasKeyOf(value: unknown, { required = [] }: JsonSchema): boolean {
  return isObject(value) && required.some((key) => Object.hasOwn(value, key));
}
