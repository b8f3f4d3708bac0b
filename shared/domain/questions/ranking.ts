/** ranking (decisions §4.1): values in the respondent's order. */

import { labelledCell, oneColumn } from "./columns.ts";
import type { ConfigOf } from "./config/declaration.ts";
import type * as config from "./config/ranking.ts";
import { labelsOf, valuesOf } from "./options.ts";
import type { Question } from "./question.ts";
import { answered, named, refused } from "./reply.ts";
import { scoringModes } from "./scoringModes.ts";

type Config = ConfigOf<typeof config.ranking, "ranking"> & { min_ranked: number };

export const ranking: Question<Config> = {
  family: "rank",
  scoring: scoringModes.rank,
  complete: (config) => ({ ...config, min_ranked: config.min_ranked ?? config.options.length }),
  check(value, config) {
    const values = labelsOf(config);
    if (!Array.isArray(value) || !value.every((it) => typeof it === "string" && values.has(it))) {
      return refused(`must be an array of ${named(valuesOf(config))}, best first`);
    }
    if (new Set(value).size < value.length) return refused("must rank each option once");
    const least = config.min_ranked;
    return value.length < least
      ? refused(`must rank at least ${least} of the options`, "too_few", least)
      : answered(value);
  },
  domain: (config) => ({ family: "rank", values: valuesOf(config), min: config.min_ranked }),
  columns: oneColumn,
  cells: (answer, config, style) => labelledCell(answer, labelsOf(config), style),
  labels: labelsOf,
};
