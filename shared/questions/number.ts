/** number, and the four scales that are numbers within narrower bounds (decisions §4.1). */
import type { Json } from "../graph/types.ts";
import { oneColumn, plainCell } from "./columns.ts";
import { byDefault, number as finite, integer, object, optional, parse, positive, type Rule } from "./config.ts";
import { decimalPlaces, isOnStep } from "./decimal.ts";
import type { Domain, Question, Reply } from "./question.ts";
import { answered, refused } from "./reply.ts";
import { scoringModes } from "./scoring.ts";
import { text } from "./words.ts";

/** What an answer has to keep to; `step` counts from `min`, or from 0 where there is none. */
interface Limits {
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  decimals?: number | undefined;
}

const numberConfig = object(
  {
    min: optional(finite()),
    max: optional(finite()),
    step: optional(positive()),
    decimals: optional(integer({ min: 0, max: 20 })),
    unit: optional(text()),
  },
  inOrder,
);

const starConfig = object({ max: byDefault(5, integer({ min: 3, max: 10 })) });

const numberScaleConfig = object(
  { min: byDefault(1, finite()), max: byDefault(10, finite()), step: byDefault(1, positive()) },
  inOrder,
);

const opinionConfig = object(
  {
    min: byDefault(0, integer()),
    max: byDefault(10, integer()),
    labels: optional(object({ left: optional(text()), center: optional(text()), right: optional(text()) })),
  },
  ({ min, max }, report) => {
    const steps = max - min + 1;
    if (steps < 5 || steps > 11) report("max", `must make a scale of 5 to 11 steps with min (${min})`);
  },
);

export const number = numeric(numberConfig, (config) => config);
export const starRating = numeric(starConfig, ({ max }) => ({ min: 1, max, step: 1 }));
export const numberScale = numeric(numberScaleConfig, (config) => config);
export const opinionScale = numeric(opinionConfig, ({ min, max }) => ({ min, max, step: 1 }));

function numeric<Config>(shape: Rule<Config>, limits: (config: Config) => Limits): Question<Config> {
  return {
    family: "num",
    scoring: scoringModes.num,
    parseConfig: (raw) => parse(shape, raw),
    check: (value, config) => checkNumber(value, limits(config)),
    domain: (config) => numberDomain(limits(config)),
    columns: oneColumn,
    cells: plainCell,
  };
}

function checkNumber(value: Json, { min, max, step, decimals }: Limits): Reply {
  if (typeof value !== "number" || !Number.isFinite(value)) return refused("must be a number");
  if (min !== undefined && value < min) return refused(`must be at least ${min}`);
  if (max !== undefined && value > max) return refused(`must be at most ${max}`);
  if (step !== undefined && !isOnStep(value, min ?? 0, step)) {
    return refused(`must be ${min ?? 0} or a whole number of steps of ${step} away from it`);
  }
  if (decimals !== undefined && decimalPlaces(value) > decimals) {
    return refused(decimals === 0 ? "must be a whole number" : `must have at most ${decimals} decimal places`);
  }
  return answered(value);
}

function numberDomain({ min, max, step, decimals }: Limits): Domain {
  return { family: "num", min: min ?? null, max: max ?? null, step: step ?? stepOf(decimals, min) };
}

/** `decimals` alone is a step too, but only if it counts from where a step counts from. */
function stepOf(decimals: number | undefined, min: number | undefined): number | null {
  if (decimals === undefined || (min !== undefined && decimalPlaces(min) > decimals)) return null;
  return Number(`1e-${decimals}`);
}

function inOrder({ min, max }: Limits, report: (key: string, message: string) => void) {
  if (min !== undefined && max !== undefined && min > max) report("min", `must not be more than max (${max})`);
}
