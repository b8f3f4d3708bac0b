import { field, Type } from "../../schema.ts";
import { defaults } from "../defaults.ts";
import { declare, type Report, reportRepeats } from "./declaration.ts";
import { ShowPlaces } from "./exact.ts";
import { Choices, EmojiOption, Option } from "./options.ts";
import { Label } from "./words.ts";

export function differentValues({ options }: { options: { value: string }[] }, report: Report): void {
  reportRepeats(
    options.map(({ value }) => value),
    "options",
    "value",
    report,
  );
}

export const Shuffle = Type.Enum(["none", "all", "except_last"], {
  ...field("choice", "Randomize order", "Options to show in random order."),
  default: defaults.multiple_choice.shuffle,
});

const choiceConfig = (type: "multiple_choice" | "dropdown", least: number, most: number) =>
  declare(
    type,
    {
      options: Choices(Option, least, most),
      shuffle: Type.Optional(Shuffle),
      allow_other: Type.Optional(
        Type.Boolean({ ...field("boolean", "Allow “Other”"), default: defaults[type].allow_other }),
      ),
      other_max_length: Type.Optional(
        Type.Integer({
          ...field("integer", "Maximum length of other answers"),
          minimum: 1,
          maximum: 20_000,
          default: defaults[type].other_max_length,
        }),
      ),
      show_places: Type.Optional(ShowPlaces),
    },
    differentValues,
  );

export const multipleChoice = choiceConfig("multiple_choice", 2, 100);
export const dropdown = choiceConfig("dropdown", 1, 500);

export const yesNo = declare("yes_no", {
  yes_label: Type.Optional(Label("Label for yes", { default: defaults.yes_no.yes_label })),
  no_label: Type.Optional(Label("Label for no", { default: defaults.yes_no.no_label })),
});

export const emojiRating = declare(
  "emoji_rating",
  {
    options: Type.Optional(
      Type.Array(EmojiOption, {
        ...field("choice_list", "Emojis"),
        minItems: 2,
        maxItems: 10,
        default: defaults.emoji_rating.options,
      }),
    ),
  },
  differentValues,
);
