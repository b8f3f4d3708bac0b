import { field, Type } from "../../schema.ts";
import { defaults } from "../defaults.ts";
import { declare, type Report } from "./declaration.ts";
import { Unique } from "./exact.ts";
import { Text } from "./words.ts";

const lengthLimit = 20_000;

const settings = (type: "short_text" | "long_text") => ({
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
});

interface TextConfig {
  min_length: number;
  max_length: number;
}

function agree({ min_length, max_length }: TextConfig, report: Report) {
  if (min_length > max_length)
    report(["min_length"], { kind: "above_setting", setting: "max_length", limit: max_length });
}

export const shortText = declare("short_text", { ...settings("short_text"), unique: Type.Optional(Unique) }, agree);
export const longText = declare("long_text", settings("long_text"), agree);
