/** records (features §18.2): rows of the same fields, each a question of another type. */
import { isObject, type Json } from "../json.ts";
import { oneColumn } from "./columns.ts";
import type { ConfigOf } from "./config/declaration.ts";
import type * as config from "./config/records.ts";
import { oncePer } from "./once.ts";
import type { CompiledQuestion, Question, QuestionNode, Refusal, Reply } from "./question.ts";
import { answered, refused } from "./reply.ts";
import { cellOf, type Row, rowsIn } from "./rows.ts";

type Config = ConfigOf<typeof config.records, "records">;
type Fields = ReadonlyMap<string, CompiledQuestion>;

/** `compile` compiles a field, which is a question of another type. */
export function recordsOf(compile: (node: QuestionNode) => CompiledQuestion): Question<Config> {
  const fieldsOf = oncePer(
    ({ fields }: Config): Fields =>
      new Map(
        fields.map(({ key, question_type, is_required = false, config = {} }) => [
          key,
          compile({ question_type, data: { is_required, config } }),
        ]),
      ),
  );
  const titlesOf = oncePer(({ fields }: Config) => uniqueTitles(fields));
  return {
    family: "count",
    scoring: [],
    check(value, config, context) {
      if (!Array.isArray(value)) return refused("must be an array of objects");
      const { min_rows: least, max_rows: most } = config;
      if (value.length > most) return refused(`must have at most ${counted(most)}`, "too_many", most);
      if (value.length < least) return refused(`must have at least ${counted(least)}`, "too_few", least);
      const fields = fieldsOf(config);
      const rows: Row[] = [];
      for (const [index, given] of value.entries()) {
        if (!isObject(given)) return refusedAt([index], "must be an object of field keys and values");
        const unknown = Object.keys(given).find((key) => !fields.has(key));
        if (unknown !== undefined) return refusedAt([index, unknown], "unknown field");
        const row: Row = {};
        for (const [key, field] of fields) {
          const reply = field.check(Object.hasOwn(given, key) ? (given[key] as Json) : null, context);
          if (reply.kind === "problem") return { ...reply, at: [index, key] };
          if (reply.kind === "answer") row[key] = reply.answer;
        }
        rows.push(row);
      }
      return answered(rows);
    },
    domain: ({ min_rows, max_rows }) => ({ family: "count", min: Math.max(min_rows, 1), max: max_rows }),
    columns: oneColumn,
    cells: (answer, config, style) => [
      JSON.stringify(style === "values" ? answer : rowsIn(answer).map((row) => labelled(row, config))),
    ],
    rowTexts: (answer, config) => rowsIn(answer).map((row) => rowText(row, config)),
    fields: fieldsOf,
  };

  /** Returns a row by the titles of its fields, with labels instead of values. Numbers stay numbers. */
  function labelled(row: Row, config: Config): Row {
    const titles = titlesOf(config);
    return Object.fromEntries(
      [...fieldsOf(config)].flatMap(([key, { labels }]) => {
        const label = (value: Json) => labels.get(String(value)) ?? value;
        const value = cellOf(row, key);
        if (value === null) return [];
        return [[titles.get(key) ?? key, Array.isArray(value) ? value.map(label) : label(value)]];
      }),
    );
  }

  function rowText(row: Row, config: Config): string {
    const titles = titlesOf(config);
    return [...fieldsOf(config)]
      .flatMap(([key, field]) => {
        const value = cellOf(row, key);
        return value === null ? [] : [`${titles.get(key)}: ${field.cells(value, "labels").join()}`];
      })
      .join(", ");
  }
}

/** Returns titles by key. A title that an earlier field has is followed by its own key. */
function uniqueTitles(fields: Config["fields"]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    fields.map(({ key, title }) => {
      const unique = taken.has(title) ? `${title} [${key}]` : title;
      taken.add(unique);
      return [key, unique];
    }),
  );
}

const counted = (count: number): string => `${count} ${count === 1 ? "row" : "rows"}`;

function refusedAt(at: NonNullable<Refusal["at"]>, message: string): Reply {
  return { kind: "problem", message, reason: "invalid", at };
}
