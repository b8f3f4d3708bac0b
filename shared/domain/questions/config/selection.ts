import { field, Type } from "../../schema.ts";
import { defaults } from "../defaults.ts";
import { mostTogether } from "../options.ts";
import { differentValues } from "./choice.ts";
import { declare } from "./declaration.ts";
import { ShowPlaces } from "./exact.ts";
import { Choices, Option, PictureOption } from "./options.ts";

export const checkbox = declare(
  "checkbox",
  {
    options: Choices(Option, 1, 100),
    min_selections: Type.Optional(
      Type.Integer({
        ...field("integer", "Minimum selections"),
        minimum: 0,
        default: defaults.checkbox.min_selections,
      }),
    ),
    max_selections: Type.Optional(Type.Integer({ ...field("integer", "Maximum selections"), minimum: 1 })),
    allow_other: Type.Optional(
      Type.Boolean({ ...field("boolean", "Allow “Other”"), default: defaults.checkbox.allow_other }),
    ),
    show_places: Type.Optional(ShowPlaces),
  },
  (config, report) => {
    const { options, min_selections, max_selections, allow_other } = config;
    differentValues(config, report);
    if (max_selections !== undefined && min_selections > max_selections) {
      report(["min_selections"], { kind: "above_setting", setting: "max_selections", limit: max_selections });
    }
    const most = mostTogether(options, allow_other);
    if (min_selections > most) report(["min_selections"], { kind: "above_selectable", limit: most });
  },
);

export const pictureChoice = declare(
  "picture_choice",
  {
    options: Choices(PictureOption, 1, 100, "Images"),
    multiple: Type.Optional(
      Type.Boolean({ ...field("boolean", "Allow multiple"), default: defaults.picture_choice.multiple }),
    ),
    show_places: Type.Optional(ShowPlaces),
  },
  differentValues,
);
