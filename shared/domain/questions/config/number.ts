import { Closed, field, Type } from "../../schema.ts";
import { defaults } from "../defaults.ts";
import { declare, reportOrder } from "./declaration.ts";
import { Unique } from "./exact.ts";
import { Text } from "./words.ts";

const step = () => ({ ...field("number", "Step"), exclusiveMinimum: 0 });

export const number = declare(
  "number",
  {
    min: Type.Optional(Type.Number(field("number", "Minimum"))),
    max: Type.Optional(Type.Number(field("number", "Maximum", "For customer numbers and other IDs, use short text."))),
    step: Type.Optional(
      Type.Number({
        ...step(),
        description: "Answers are multiples of the step, counted from the minimum or 0.",
      }),
    ),
    decimals: Type.Optional(Type.Integer({ ...field("integer", "Maximum decimal places"), minimum: 0, maximum: 20 })),
    unit: Type.Optional(Text("Unit")),
    unique: Type.Optional(Unique),
  },
  reportOrder,
);

export const starRating = declare("star_rating", {
  max: Type.Optional(
    Type.Integer({ ...field("integer", "Stars"), minimum: 3, maximum: 10, default: defaults.star_rating.max }),
  ),
});

export const numberScale = declare(
  "number_scale",
  {
    min: Type.Optional(Type.Number({ ...field("number", "Minimum"), default: defaults.number_scale.min })),
    max: Type.Optional(Type.Number({ ...field("number", "Maximum"), default: defaults.number_scale.max })),
    step: Type.Optional(Type.Number({ ...step(), default: defaults.number_scale.step })),
  },
  reportOrder,
);

export const ScaleLabels = Closed(
  {
    left: Type.Optional(Text("Left")),
    center: Type.Optional(Text("Center")),
    right: Type.Optional(Text("Right")),
  },
  field("group", "Labels"),
);

export const opinionScale = declare(
  "opinion_scale",
  {
    min: Type.Optional(Type.Integer({ ...field("integer", "Minimum"), default: defaults.opinion_scale.min })),
    max: Type.Optional(
      Type.Integer({
        ...field("integer", "Maximum", "The scale has 5 to 11 steps."),
        default: defaults.opinion_scale.max,
      }),
    ),
    labels: Type.Optional(ScaleLabels),
  },
  ({ min, max }, report) => {
    const steps = max - min + 1;
    if (steps < 5 || steps > 11) report(["max"], { kind: "wrong_steps", setting: "min", limit: min });
  },
);
