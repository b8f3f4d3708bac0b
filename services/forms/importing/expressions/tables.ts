import { compared } from "./comparison.ts";
import { fixed, type Machine } from "./machine.ts";
import { chosen } from "./options.ts";
import { type Term, Unmapped } from "./terms.ts";
import { all, any, not, type Truth } from "./truth.ts";
import { type Case, cases, constant, only, type Value } from "./values.ts";

/** `pulldata('file', 'column', 'key', x)`: the value of a column in the row whose key is x. */
export function pulled(args: readonly Term[], machine: Machine): Case[] {
  const [file, column, key, of] = args;
  if (!file || !column || !key || !of) throw new Unmapped("it lacks a part");
  const name = String(fixed(file, machine)).slice(0, 60);
  const table = machine.scope.readTable(name, String(fixed(column, machine)), String(fixed(key, machine)));
  if (!table) throw new Unmapped(`“${name}.csv” isn't attached`, null, `“${name}.csv”, which isn't attached`);
  return cases(
    machine.cases(of).flatMap(({ when, value }) => {
      const found = [...rowsFor(value, table)].map(([one, text]): [Truth, string] => [
        isRow(value, one, machine),
        text,
      ]);
      const inRows = found.map(
        ([row, text]): Case => ({ when: all([when, row]), value: { kind: "constant", value: text } }),
      );
      const isNone = all([when, not(any(found.map(([row]) => row)))]);
      return [...inRows, { when: isNone, value: { kind: "constant", value: "" } satisfies Value }];
    }),
  );
}

/** Returns the rows that a value can have. */
function rowsFor(value: Value, table: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  if (value.kind !== "target" || value.target.family !== "one") return table;
  const { values } = value.target;
  return new Map([...table].filter(([key]) => values.has(key)));
}

const isRow = (value: Value, key: string, { scope }: Machine): Truth =>
  value.kind === "target" && value.target.family === "one"
    ? chosen(value.target, key, scope)
    : compared("=", only(value), constant(key), scope);
