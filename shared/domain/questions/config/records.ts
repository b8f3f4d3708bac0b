import { recordFieldLimit, recordRowLimit } from "../../limits.ts";
import { Closed, field, type Static, type TSchema, Type } from "../../schema.ts";
import { defaults } from "../defaults.ts";
import { dropdown, multipleChoice, yesNo } from "./choice.ts";
import { date } from "./date.ts";
import { type ConfigDeclaration, declare, type Report, reportRepeats } from "./declaration.ts";
import { email } from "./email.ts";
import { number } from "./number.ts";
import { phone } from "./phone.ts";
import { checkbox } from "./selection.ts";
import { longText, shortText } from "./text.ts";
import { Label, Name } from "./words.ts";

/** Types of a record's fields, with the settings of their questions. Fields aren't scored and have no default. */
const fieldTypes = {
  short_text: shortText,
  long_text: longText,
  number,
  date,
  email,
  phone,
  multiple_choice: multipleChoice,
  dropdown,
  yes_no: yesNo,
  checkbox,
} satisfies Record<string, ConfigDeclaration>;

export type FieldType = keyof typeof fieldTypes;
export const recordFieldTypes = Object.keys(fieldTypes) as FieldType[];

const common = {
  key: Name("Key"),
  title: Label("Title"),
  is_required: Type.Optional(Type.Boolean(field("boolean", "Required"))),
};

/** One object for all types, because client generators create invalid code for large unions. */
export const RecordField = Closed({
  ...common,
  question_type: Type.Enum(recordFieldTypes),
  config: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        "Settings of the question type, without `scoring`, `default`, `unique`, `show_places`, and images, `show_if` and `limit` of options.",
    }),
  ),
});

export type RecordField = Static<typeof RecordField>;

const ofType = (type: FieldType, schema: TSchema) =>
  Closed({ ...common, question_type: Type.Literal(type), config: Type.Optional(schema) });

const FieldOfType = Type.Unsafe<RecordField>(
  Type.Union(
    recordFieldTypes.map((type) => ofType(type, fieldTypes[type].schema)),
    { discriminator: { propertyName: "question_type" }, documented: RecordField },
  ),
);

const { min_rows, max_rows } = defaults.records;

export const records = declare(
  "records",
  {
    fields: Type.Array(FieldOfType, { ...field("field_list", "Fields"), minItems: 1, maxItems: recordFieldLimit }),
    min_rows: Type.Optional(
      Type.Integer({
        ...field("integer", "Minimum rows", "Fewest rows of an answer. An optional question can still be skipped."),
        minimum: 0,
        maximum: recordRowLimit,
        default: min_rows,
      }),
    ),
    max_rows: Type.Optional(
      Type.Integer({ ...field("integer", "Maximum rows"), minimum: 1, maximum: recordRowLimit, default: max_rows }),
    ),
    add_label: Type.Optional(Label("Label of the add button", { description: "For example “Add another person”." })),
  },
  ({ fields, min_rows, max_rows }, report) => {
    const keys = fields.map(({ key }) => key);
    reportRepeats(keys, "fields", "key", report);
    for (const [index, one] of fields.entries())
      reportField(one, (at, reason) => report(["fields", index, "config", ...at], reason));
    if (min_rows > max_rows) report(["min_rows"], { kind: "above_setting", setting: "max_rows", limit: max_rows });
  },
);

/** Settings and members of options that fields don't have: uniqueness and places are of whole answers. */
const unused = ["unique", "show_places"];
const unusedOfOptions = ["show_if", "image_url", "alt", "limit"];

function reportField({ question_type, config = {} }: RecordField, report: Report): void {
  for (const key of unused) if (Object.hasOwn(config, key)) report([key], { kind: "unknown_field" });
  const options = (config.options ?? []) as Record<string, unknown>[];
  for (const [index, option] of options.entries()) {
    for (const key of unusedOfOptions)
      if (Object.hasOwn(option, key)) report(["options", index, key], { kind: "unknown_field" });
  }
  const { agree }: { agree?(config: unknown, report: Report): void } = fieldTypes[question_type];
  agree?.({ ...defaults[question_type], ...config }, report);
}
