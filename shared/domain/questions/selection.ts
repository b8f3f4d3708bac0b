/** Questions with a set of values: checkbox and picture_choice (decisions §4.1). */
import type { Json } from "../json.ts";
import { labelledCell, oneColumn } from "./columns.ts";
import type { ConfigOf } from "./config/declaration.ts";
import type { Option } from "./config/options.ts";
import type * as config from "./config/selection.ts";
import { oncePer } from "./once.ts";
import { isOtherText, labelsOf, mostTogether, valuesOf } from "./options.ts";
import type { Question, Reply } from "./question.ts";
import { answered, named, refused } from "./reply.ts";
import { scoringModes } from "./scoringModes.ts";

/** A checkbox has no `other_max_length`, so this is the default of multiple_choice. */
const otherLengthLimit = 255;

/** Limits of the number of values, except for exclusive ones. */
interface Limits {
  min: number;
  max: number;
  open: boolean;
}

type CheckboxConfig = ConfigOf<typeof config.checkbox, "checkbox">;
type PictureConfig = ConfigOf<typeof config.pictureChoice, "picture_choice">;

export const checkbox = selection<CheckboxConfig>(({ options, min_selections, max_selections, allow_other }) => ({
  min: Math.max(min_selections, 1),
  max: Math.min(max_selections ?? Infinity, mostTogether(options, allow_other)),
  open: allow_other,
}));

export const pictureChoice = selection<PictureConfig>(
  ({ options, multiple }) => ({ min: 1, max: multiple ? mostTogether(options, false) : 1, open: false }),
  (value) => (typeof value === "string" ? [value] : value),
);

/** Returns a question. `submitted` normalizes submitted values. */
function selection<Config extends { options: Option[] }>(
  limits: (config: Config) => Limits,
  submitted: (value: Json) => Json = (value) => value,
): Question<Config> {
  return {
    family: "many",
    scoring: scoringModes.many,
    check: (value, config) => checkSelection(submitted(value), config, limits(config)),
    domain: (config) => ({
      family: "many",
      values: valuesOf(config),
      exclusive: [...exclusive(config)],
      ...limits(config),
    }),
    columns: oneColumn,
    cells: (answer, config, style) => labelledCell(answer, labelsOf(config), style),
    labels: labelsOf,
  };
}

function checkSelection(value: Json, config: { options: Option[] }, { min, max, open }: Limits): Reply {
  if (!Array.isArray(value) || new Set(value).size < value.length)
    return refused("must be an array of different values");
  const values = labelsOf(config);
  const others = value.filter((it) => !(typeof it === "string" && values.has(it)));
  const options = named(valuesOf(config));
  if (others.length > (open ? 1 : 0)) {
    return refused(
      open ? `must have at most one other text besides the options ${options}` : `must only contain ${options}`,
    );
  }
  if (!others.every((it) => isOtherText(it, otherLengthLimit))) {
    const message = `must contain options or other text of at most ${otherLengthLimit} characters`;
    return refused(message, "other_text", otherLengthLimit);
  }
  const alone = value.find((it) => typeof it === "string" && exclusive(config).has(it));
  if (alone !== undefined)
    return value.length === 1
      ? answered(value)
      : refused(`"${alone}" can't be combined with other options`, "exclusive");
  if (value.length < min) return refused(`must have at least ${min} selected`, "too_few", min);
  if (value.length > max) return refused(`must have at most ${max} selected`, "too_many", max);
  return answered(value);
}

const exclusive = oncePer(
  (config: { options: Option[] }): ReadonlySet<string> =>
    new Set(config.options.filter((option) => option.exclusive).map((option) => option.value)),
);
