import type { TObject } from "typebox";
import type { TSchema } from "../domain/schema.ts";

/** Fields of a query that a copy knows, and all values of those that have a list. */
export type QueryWords = Readonly<Record<string, readonly string[] | null>>;

/** The rule of an owner's query in an action's parameters. A copy announces it to the others, so that they know its words. */
export interface QueryRule {
  type: "object";
  optional: boolean;
  words: QueryWords;
}

export const queryRule = ({ properties }: TObject, optional = false): QueryRule => ({
  type: "object",
  optional,
  words: Object.fromEntries(
    Object.entries<TSchema>(properties).map(([name, schema]) => [name, valuesOf(schema as ListedValues)]),
  ),
});

/** Parts of a JSON Schema that list values. */
interface ListedValues {
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly ListedValues[];
  items?: ListedValues;
}

/** Returns all values that a field takes. Null if there is no list of them. */
function valuesOf(schema: ListedValues): string[] | null {
  if (schema.items) return valuesOf(schema.items);
  if (schema.const !== undefined) return [String(schema.const)];
  if (schema.enum) return schema.enum.map(String);
  const parts = schema.anyOf?.map(valuesOf) ?? [null];
  return parts.every((part) => part !== null) ? parts.flat() : null;
}
