/** Questions with one value: multiple_choice, dropdown, yes_no and emoji_rating (decisions §4.1). */

import { labelledCell, oneColumn } from "./columns.ts";
import type * as config from "./config/choice.ts";
import type { ConfigOf } from "./config/declaration.ts";
import { oncePer } from "./once.ts";
import { isOtherText, labelsOf } from "./options.ts";
import type { Question } from "./question.ts";
import { answered, named, refused } from "./reply.ts";
import { scoringModes } from "./scoringModes.ts";

interface Other {
  allow_other: boolean;
  other_max_length: number;
}

const yesNoLabels = oncePer(
  (config: { yes_label: string; no_label: string }) =>
    new Map([
      ["yes", config.yes_label],
      ["no", config.no_label],
    ]),
);

type Choice = ConfigOf<typeof config.multipleChoice, "multiple_choice">;

export const multipleChoice = oneValue<Choice>(labelsOf, (config) => config);
export const dropdown = oneValue<Choice>(labelsOf, (config) => config);
export const yesNo = oneValue<ConfigOf<typeof config.yesNo, "yes_no">>(yesNoLabels);
export const emojiRating = oneValue<ConfigOf<typeof config.emojiRating, "emoji_rating">>(labelsOf);

function oneValue<Config>(
  labels: (config: Config) => ReadonlyMap<string, string>,
  other: (config: Config) => Other = () => ({ allow_other: false, other_max_length: 0 }),
): Question<Config> {
  return {
    family: "one",
    scoring: scoringModes.one,
    check(value, config) {
      if (typeof value === "string" && labels(config).has(value)) return answered(value);
      const { allow_other, other_max_length } = other(config);
      if (allow_other && isOtherText(value, other_max_length)) return answered(value);
      const options = `must be one of ${named([...labels(config).keys()])}`;
      return allow_other
        ? refused(`${options}, or other text of at most ${other_max_length} characters`, "other_text", other_max_length)
        : refused(options, "option");
    },
    domain: (config) => ({ family: "one", values: [...labels(config).keys()], open: other(config).allow_other }),
    columns: oneColumn,
    cells: (answer, config, style) => labelledCell(answer, labels(config), style),
    labels,
  };
}
