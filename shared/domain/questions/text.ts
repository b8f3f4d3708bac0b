/** short_text and long_text (decisions §4.1). */
import { oneColumn, plainCell } from "./columns.ts";
import type { ConfigOf } from "./config/declaration.ts";
import type * as config from "./config/text.ts";
import { oncePer } from "./once.ts";
import { wholeMatcher } from "./pattern.ts";
import type { Question } from "./question.ts";
import { answered, refused } from "./reply.ts";
import { scoringModes } from "./scoringModes.ts";
import { codePoints, isStorable } from "./words.ts";

type Config = ConfigOf<typeof config.shortText, "short_text">;

const matcher = oncePer(({ pattern }: Config) => (pattern === undefined ? () => true : wholeMatcher(pattern)));

const text: Question<Config> = {
  family: "text",
  scoring: scoringModes.text,
  check(value, config) {
    if (typeof value !== "string" || !isStorable(value)) return refused("must be text");
    const length = codePoints(value);
    if (length < config.min_length)
      return refused(`must be at least ${config.min_length} characters long`, "too_short");
    if (length > config.max_length) return refused(`must be at most ${config.max_length} characters long`, "too_long");
    return matcher(config)(value) ? answered(value) : refused("must match the required format", "pattern");
  },
  domain: () => ({ family: "text" }),
  columns: oneColumn,
  cells: plainCell,
};

export const shortText = text;
export const longText = text;
