/** short_text and long_text (decisions §4.1). */
import { oneColumn, plainCell } from "./columns.ts";
import { byDefault, integer, object, optional, parse, type Read, rule } from "./config.ts";
import { oncePer } from "./once.ts";
import { isPattern, wholeMatcher } from "./pattern.ts";
import type { Question } from "./question.ts";
import { answered, refused } from "./reply.ts";
import { scoringModes } from "./scoring.ts";
import { codePoints, isStorable, text } from "./words.ts";

const MAX_LENGTH = 20_000;

const pattern = rule("must be a regular expression in RE2 syntax, and not too large a one", (raw): raw is string => {
  return typeof raw === "string" && isPattern(raw);
});

const config = (maxLength: number) =>
  object(
    {
      min_length: byDefault(0, integer({ min: 0, max: MAX_LENGTH })),
      max_length: byDefault(maxLength, integer({ min: 1, max: MAX_LENGTH })),
      pattern: optional(pattern),
      placeholder: optional(text()),
    },
    ({ min_length, max_length }, report) => {
      if (min_length > max_length) report("min_length", `must not be more than max_length (${max_length})`);
    },
  );

type Config = Read<ReturnType<typeof config>>;

const matcher = oncePer(({ pattern }: Config) => (pattern === undefined ? () => true : wholeMatcher(pattern)));

function textQuestion(maxLength: number): Question<Config> {
  const shape = config(maxLength);
  return {
    family: "text",
    scoring: scoringModes.text,
    parseConfig: (raw) => parse(shape, raw),
    check(value, config) {
      if (typeof value !== "string" || !isStorable(value)) return refused("must be text");
      const length = codePoints(value);
      if (length < config.min_length) return refused(`must have at least ${config.min_length} characters`);
      if (length > config.max_length) return refused(`must have at most ${config.max_length} characters`);
      return matcher(config)(value) ? answered(value) : refused("does not have the expected form");
    },
    domain: () => ({ family: "text" }),
    columns: oneColumn,
    cells: plainCell,
  };
}

export const shortText = textQuestion(255);
export const longText = textQuestion(5_000);
