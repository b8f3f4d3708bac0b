/** number and numeric scales (decisions §4.1). */
import type { Json } from "../json.ts";
import { oneColumn, plainCell } from "./columns.ts";
import type { ConfigOf } from "./config/declaration.ts";
import type * as config from "./config/number.ts";
import { decimalPlaces, isOnStep } from "./decimal.ts";
import type { Domain, Question, Reply } from "./question.ts";
import { answered, refused } from "./reply.ts";
import { scoringModes } from "./scoringModes.ts";

/** Limits of an answer. `step` counts from `min` or 0. */
interface Limits {
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  decimals?: number | undefined;
}

type NumberConfig = ConfigOf<typeof config.number, "number">;
type StarConfig = ConfigOf<typeof config.starRating, "star_rating">;
type ScaleConfig = ConfigOf<typeof config.numberScale, "number_scale">;
type OpinionConfig = ConfigOf<typeof config.opinionScale, "opinion_scale">;

export const number = numeric<NumberConfig>((config) => config);
export const starRating = numeric<StarConfig>(({ max }) => ({ min: 1, max, step: 1 }));
export const numberScale = numeric<ScaleConfig>((config) => config);
export const opinionScale = numeric<OpinionConfig>(({ min, max }) => ({ min, max, step: 1 }));

function numeric<Config>(limits: (config: Config) => Limits): Question<Config> {
  return {
    family: "num",
    scoring: scoringModes.num,
    check: (value, config) => checkNumber(value, limits(config)),
    domain: (config) => numberDomain(limits(config)),
    columns: oneColumn,
    cells: plainCell,
  };
}

function checkNumber(value: Json, { min, max, step, decimals }: Limits): Reply {
  // pages give the text of a number that a double can't keep
  const isLong =
    typeof value === "string"
      ? /^\D?([.,]?\d){16,}$/.test(value)
      : typeof value === "number" && Math.abs(value) >= 2 ** 53;
  if (isLong) return refused("has too many digits", "digits");
  if (typeof value !== "number" || !Number.isFinite(value)) return refused("must be a number", "number");
  if (min !== undefined && value < min) return refused(`must be at least ${min}`, "too_low", min);
  if (max !== undefined && value > max) return refused(`must be at most ${max}`, "too_high", max);
  if (step !== undefined && !isOnStep(value, min ?? 0, step)) {
    return refused(min ? `must be ${min} plus a multiple of ${step}` : `must be a multiple of ${step}`, "step", step);
  }
  if (decimals !== undefined && decimalPlaces(value) > decimals) {
    const message = decimals === 0 ? "must be a whole number" : `must have at most ${decimals} decimal places`;
    return refused(message, "decimals", decimals);
  }
  return answered(value);
}

function numberDomain({ min, max, step, decimals }: Limits): Domain {
  return { family: "num", min: min ?? null, max: max ?? null, step: step ?? stepOf(decimals, min) };
}

/** Returns the step of `decimals`, or null if `min` isn't on its grid. */
function stepOf(decimals: number | undefined, min: number | undefined): number | null {
  if (decimals === undefined || (min !== undefined && decimalPlaces(min) > decimals)) return null;
  return Number(`1e-${decimals}`);
}
