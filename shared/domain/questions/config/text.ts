import { field, Type } from "../../schema.ts";
import { defaults } from "../defaults.ts";
import { declare, type Report } from "./declaration.ts";
import { Text } from "./words.ts";

const lengthLimit = 20_000;

const textConfig = (type: "short_text" | "long_text") =>
  declare(
    type,
    {
      min_length: Type.Optional(
        Type.Integer({
          ...field("integer", "Minimum length"),
          minimum: 0,
          maximum: lengthLimit,
          default: defaults[type].min_length,
        }),
      ),
      max_length: Type.Optional(
        Type.Integer({
          ...field("integer", "Maximum length"),
          minimum: 1,
          maximum: lengthLimit,
          default: defaults[type].max_length,
        }),
      ),
      pattern: Type.Optional(
        Type.String({
          ...field("pattern", "Pattern", "A regular expression in RE2 syntax that the whole text must match."),
          format: "re2",
          maxLength: 1000,
        }),
      ),
      placeholder: Type.Optional(Text("Placeholder")),
    },
    agree,
  );

interface TextConfig {
  min_length: number;
  max_length: number;
}

function agree({ min_length, max_length }: TextConfig, report: Report) {
  if (min_length > max_length)
    report(["min_length"], { kind: "above_setting", setting: "max_length", limit: max_length });
}

export const shortText = textConfig("short_text");
export const longText = textConfig("long_text");
