/** ranking (decisions §4.1): the values in the respondent's order, first place first. */

import { labelledCell, oneColumn } from "./columns.ts";
import { integer, object, optional, parse, type Read } from "./config.ts";
import { labelsOf, options, valuesOf } from "./options.ts";
import type { Question } from "./question.ts";
import { answered, refused } from "./reply.ts";
import { scoringModes } from "./scoring.ts";

const config = object(
  { options: options(2, 25), min_ranked: optional(integer({ min: 1 })) },
  ({ options, min_ranked }, report) => {
    if (min_ranked !== undefined && min_ranked > options.length) {
      report("min_ranked", `must not be more than the number of options (${options.length})`);
    }
  },
);

type Config = Read<typeof config> & { min_ranked: number };

export const ranking: Question<Config> = {
  family: "rank",
  scoring: scoringModes.rank,
  parseConfig(raw) {
    const parsed = parse(config, raw);
    if (!parsed.ok) return parsed;
    return { ok: true, value: { ...parsed.value, min_ranked: parsed.value.min_ranked ?? parsed.value.options.length } };
  },
  check(value, config) {
    const values = labelsOf(config);
    if (!Array.isArray(value) || !value.every((it) => typeof it === "string" && values.has(it))) {
      return refused("must be an array of options");
    }
    if (new Set(value).size < value.length) return refused("must rank each option once");
    return value.length < config.min_ranked ? refused(`must rank at least ${config.min_ranked}`) : answered(value);
  },
  domain: (config) => ({ family: "rank", values: valuesOf(config), min: config.min_ranked }),
  columns: oneColumn,
  cells: (answer, config, style) => labelledCell(answer, labelsOf(config), style),
};
