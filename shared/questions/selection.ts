/** The questions with a set of values as their answer: checkbox and picture_choice (decisions §4.1). */
import type { Json } from "../graph/types.ts";
import { labelledCell, oneColumn } from "./columns.ts";
import { boolean, byDefault, integer, object, optional, parse, type Rule } from "./config.ts";
import { oncePer } from "./once.ts";
import { isOtherText, labelsOf, type Option, options, pictures, valuesOf } from "./options.ts";
import type { Question, Reply } from "./question.ts";
import { answered, refused } from "./reply.ts";
import { scoringModes } from "./scoring.ts";

/** The table gives a checkbox no `other_max_length`: its other text has the default one of a choice. */
const OTHER_MAX_LENGTH = 255;

/** How many values an answer has, exclusive ones aside: those stand alone, whatever `min` says. */
interface Limits {
  min: number;
  max: number;
  open: boolean;
}

const checkboxConfig = object(
  {
    options: options(1, 100),
    min_selections: byDefault(0, integer({ min: 0 })),
    max_selections: optional(integer({ min: 1 })),
    allow_other: byDefault(false, boolean()),
  },
  ({ options, min_selections, max_selections, allow_other }, report) => {
    if (max_selections !== undefined && min_selections > max_selections) {
      report("min_selections", `must not be more than max_selections (${max_selections})`);
    }
    const most = together(options, allow_other);
    if (min_selections > most) report("min_selections", `must not be more than can be selected together (${most})`);
  },
);

const pictureConfig = object({ options: pictures(1, 100), multiple: byDefault(false, boolean()) });

export const checkbox = selection(checkboxConfig, ({ options, min_selections, max_selections, allow_other }) => ({
  min: Math.max(min_selections, 1),
  max: Math.min(max_selections ?? Infinity, together(options, allow_other)),
  open: allow_other,
}));

export const pictureChoice = selection(
  pictureConfig,
  ({ options, multiple }) => ({ min: 1, max: multiple ? together(options, false) : 1, open: false }),
  (value) => (typeof value === "string" ? [value] : value),
);

/** `submitted`: what a submitted value is taken as. */
function selection<Config extends { options: Option[] }>(
  shape: Rule<Config>,
  limits: (config: Config) => Limits,
  submitted: (value: Json) => Json = (value) => value,
): Question<Config> {
  return {
    family: "many",
    scoring: scoringModes.many,
    parseConfig: (raw) => parse(shape, raw),
    check: (value, config) => checkSelection(submitted(value), config, limits(config)),
    domain: (config) => ({
      family: "many",
      values: valuesOf(config),
      exclusive: [...exclusive(config)],
      ...limits(config),
    }),
    columns: oneColumn,
    cells: (answer, config, style) => labelledCell(answer, labelsOf(config), style),
  };
}

function checkSelection(value: Json, config: { options: Option[] }, { min, max, open }: Limits): Reply {
  if (!Array.isArray(value) || new Set(value).size < value.length)
    return refused("must be an array of different values");
  const values = labelsOf(config);
  const others = value.filter((it) => !(typeof it === "string" && values.has(it)));
  if (others.length > (open ? 1 : 0)) {
    return refused(open ? "must hold no more than one text that is not an option" : "must hold options only");
  }
  if (!others.every((it) => isOtherText(it, OTHER_MAX_LENGTH))) {
    return refused(`must hold options or other text of at most ${OTHER_MAX_LENGTH} characters`);
  }
  const alone = value.find((it) => typeof it === "string" && exclusive(config).has(it));
  if (alone !== undefined)
    return value.length === 1 ? answered(value) : refused(`"${alone}" excludes other selections`);
  if (value.length < min) return refused(`must have at least ${min} selected`);
  if (value.length > max) return refused(`must have at most ${max} selected`);
  return answered(value);
}

/** The most values that one answer can have. */
function together(options: Option[], allowOther: boolean): number {
  return Math.max(1, options.filter(({ exclusive }) => !exclusive).length + (allowOther ? 1 : 0));
}

const exclusive = oncePer(
  (config: { options: Option[] }): ReadonlySet<string> =>
    new Set(config.options.filter((option) => option.exclusive).map((option) => option.value)),
);
