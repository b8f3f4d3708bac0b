import { field, Type } from "../../schema.ts";
import { differentValues } from "./choice.ts";
import { declare } from "./declaration.ts";
import { Choices, RankedOption } from "./options.ts";

export const ranking = declare(
  "ranking",
  {
    options: Choices(RankedOption, 2, 25),
    min_ranked: Type.Optional(
      Type.Integer({ ...field("integer", "Minimum ranked", "Leave empty to require all."), minimum: 1 }),
    ),
  },
  (config, report) => {
    const { options, min_ranked } = config;
    differentValues(config, report);
    if (min_ranked !== undefined && min_ranked > options.length) {
      report(["min_ranked"], { kind: "above_options", limit: options.length });
    }
  },
);
