import { Closed, field, Type } from "../../schema.ts";
import { declare, reportRepeats } from "./declaration.ts";
import { Choices, sourceValue } from "./options.ts";
import { Label, Name } from "./words.ts";

export const MatrixRow = Closed({ key: Name("Key"), label: Label("Label"), ...sourceValue });
export const MatrixColumn = Closed({ value: Name("Value"), label: Label("Label"), ...sourceValue });

export const matrix = declare(
  "matrix",
  {
    rows: Choices(MatrixRow, 1, 50, "Rows"),
    columns: Choices(MatrixColumn, 2, 20, "Columns"),
    require_all_rows: Type.Optional(
      Type.Boolean(field("boolean", "Require all rows", "Default: the same as Required.")),
    ),
  },
  ({ rows, columns }, report) => {
    const keys = rows.map(({ key }) => key);
    const values = columns.map(({ value }) => value);
    reportRepeats(keys, "rows", "key", report);
    reportRepeats(values, "columns", "value", report);
  },
);
