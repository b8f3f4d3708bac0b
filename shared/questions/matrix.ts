/** matrix (decisions §4.1): one column chosen in each row. */
import { boolean, isObject, list, object, optional, parse, type Read } from "./config.ts";
import { oncePer } from "./once.ts";
import { uniqueValues } from "./options.ts";
import type { Question } from "./question.ts";
import { answered, refused } from "./reply.ts";
import { scoringModes } from "./scoring.ts";
import { label, name } from "./words.ts";

const row = object({ key: name(), label: label() });
const column = object({ value: name(), label: label() });

const config = object({
  rows: list(row, { min: 1, max: 50, unique: { key: "key", of: ({ key }) => key } }),
  columns: uniqueValues(column, 2, 20),
  require_all_rows: optional(boolean()),
});

type Config = Read<typeof config> & { require_all_rows: boolean };

const rowKeys = oncePer((config: Config): ReadonlySet<string> => new Set(config.rows.map(({ key }) => key)));
const columnLabels = oncePer(
  (config: Config): ReadonlyMap<unknown, string> => new Map(config.columns.map(({ value, label }) => [value, label])),
);

export const matrix: Question<Config> = {
  family: "row",
  scoring: scoringModes.row,
  parseConfig(raw, { is_required }) {
    const parsed = parse(config, raw);
    if (!parsed.ok) return parsed;
    return { ok: true, value: { ...parsed.value, require_all_rows: parsed.value.require_all_rows ?? is_required } };
  },
  check(value, config) {
    if (!isObject(value)) return refused("must be an object of row keys and column values");
    for (const [key, chosen] of Object.entries(value)) {
      if (!rowKeys(config).has(key)) return refused("has a key that is no row");
      if (!columnLabels(config).has(chosen)) return refused(`${key} must be one of the columns`);
    }
    const isPartial = Object.keys(value).length < config.rows.length;
    return config.require_all_rows && isPartial ? refused("must have every row") : answered(value);
  },
  domain: (config) => ({
    family: "row",
    rows: config.rows.map(({ key }) => key),
    columns: config.columns.map(({ value }) => value),
    all_rows: config.require_all_rows,
  }),
  columns: ({ rows }) => rows.map(({ key, label }) => ({ suffix: key, label })),
  cells(answer, config, style) {
    // row keys name the members of a stored answer: an own one, never one of Object.prototype
    const chosen = (key: string) => (isObject(answer) && Object.hasOwn(answer, key) ? String(answer[key]) : "");
    const show = (value: string) => (style === "values" ? value : (columnLabels(config).get(value) ?? value));
    return config.rows.map(({ key }) => show(chosen(key)));
  },
};
