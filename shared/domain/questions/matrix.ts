/** matrix (decisions §4.1): one selected column per row. */
import { isObject } from "../json.ts";
import type { ConfigOf } from "./config/declaration.ts";
import type * as config from "./config/matrix.ts";
import { matrixCell } from "./matrixCell.ts";
import { oncePer } from "./once.ts";
import type { Question } from "./question.ts";
import { answered, named, refused } from "./reply.ts";
import { scoringModes } from "./scoringModes.ts";

type Config = ConfigOf<typeof config.matrix, "matrix"> & { require_all_rows: boolean };

const rowKeys = oncePer((config: Config): ReadonlySet<string> => new Set(config.rows.map(({ key }) => key)));
const columnLabels = oncePer(
  (config: Config): ReadonlyMap<unknown, string> => new Map(config.columns.map(({ value, label }) => [value, label])),
);

const cellLabels = oncePer(
  ({ rows, columns }: Config): ReadonlyMap<string, string> =>
    new Map(
      rows.flatMap((row) =>
        columns.map((column) => [matrixCell(row.key, column.value), `${row.label} - ${column.label}`]),
      ),
    ),
);

export const matrix: Question<Config> = {
  family: "row",
  scoring: scoringModes.row,
  complete: (config, { is_required }) => ({ ...config, require_all_rows: config.require_all_rows ?? is_required }),
  check(value, config) {
    if (!isObject(value)) return refused("must be an object of row keys and column values");
    for (const [key, chosen] of Object.entries(value)) {
      if (!rowKeys(config).has(key)) return refused(`must only have the rows ${named([...rowKeys(config)])}`);
      if (!columnLabels(config).has(chosen)) {
        return refused(`"${key}" must be one of ${named(config.columns.map(({ value }) => value))}`);
      }
    }
    const isPartial = Object.keys(value).length < config.rows.length;
    return config.require_all_rows && isPartial ? refused("must answer every row", "rows") : answered(value);
  },
  domain: (config) => ({
    family: "row",
    rows: config.rows.map(({ key }) => key),
    columns: config.columns.map(({ value }) => value),
    all_rows: config.require_all_rows,
  }),
  columns: ({ rows }) => rows.map(({ key, label }) => ({ suffix: key, label })),
  cells(answer, config, style) {
    // row keys can have names of Object.prototype's members
    const chosen = (key: string) => (isObject(answer) && Object.hasOwn(answer, key) ? String(answer[key]) : "");
    const show = (value: string) => (style === "values" ? value : (columnLabels(config).get(value) ?? value));
    return config.rows.map(({ key }) => show(chosen(key)));
  },
  labels: cellLabels,
};
