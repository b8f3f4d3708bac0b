/** The questions with one value as their answer: multiple_choice, dropdown, yes_no, emoji_rating (decisions §4.1). */

import { labelledCell, oneColumn } from "./columns.ts";
import { boolean, byDefault, integer, literal, object, parse, type Rule } from "./config.ts";
import { oncePer } from "./once.ts";
import { isOtherText, labelsOf, options, uniqueValues } from "./options.ts";
import type { Question } from "./question.ts";
import { answered, refused } from "./reply.ts";
import { scoringModes } from "./scoring.ts";
import { label, name } from "./words.ts";

const choiceConfig = (min: number, max: number) =>
  object({
    options: options(min, max),
    shuffle: byDefault("none", literal("none", "all", "except_last")),
    allow_other: byDefault(false, boolean()),
    other_max_length: byDefault(255, integer({ min: 1, max: 20_000 })),
  });

const yesNoConfig = object({ yes_label: byDefault("Yes", label()), no_label: byDefault("No", label()) });

const face = object({ value: name(), emoji: label(32), label: label() });
const faces = [
  { value: "terrible", emoji: "😡", label: "Terrible" },
  { value: "bad", emoji: "🙁", label: "Bad" },
  { value: "okay", emoji: "😐", label: "Okay" },
  { value: "good", emoji: "🙂", label: "Good" },
  { value: "great", emoji: "😍", label: "Great" },
];
const emojiConfig = object({ options: byDefault(faces, uniqueValues(face, 2, 10)) });

const yesNoLabels = oncePer(
  (config: { yes_label: string; no_label: string }) =>
    new Map([
      ["yes", config.yes_label],
      ["no", config.no_label],
    ]),
);

interface Other {
  allow_other: boolean;
  other_max_length: number;
}

export const multipleChoice = oneValue(choiceConfig(2, 100), labelsOf, (config) => config);
export const dropdown = oneValue(choiceConfig(1, 500), labelsOf, (config) => config);
export const yesNo = oneValue(yesNoConfig, yesNoLabels);
export const emojiRating = oneValue(emojiConfig, labelsOf);

function oneValue<Config>(
  shape: Rule<Config>,
  labels: (config: Config) => ReadonlyMap<string, string>,
  other: (config: Config) => Other = () => ({ allow_other: false, other_max_length: 0 }),
): Question<Config> {
  return {
    family: "one",
    scoring: scoringModes.one,
    parseConfig: (raw) => parse(shape, raw),
    check(value, config) {
      if (typeof value === "string" && labels(config).has(value)) return answered(value);
      const { allow_other, other_max_length } = other(config);
      if (!allow_other) return refused("must be one of the options");
      if (isOtherText(value, other_max_length)) return answered(value);
      return refused(`must be one of the options or other text of at most ${other_max_length} characters`);
    },
    domain: (config) => ({ family: "one", values: [...labels(config).keys()], open: other(config).allow_other }),
    columns: oneColumn,
    cells: (answer, config, style) => labelledCell(answer, labels(config), style),
  };
}
