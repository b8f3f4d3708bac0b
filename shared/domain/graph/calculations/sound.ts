import type { Outline } from "../outline.ts";
import type { Calculation } from "../types.ts";
import { type CompiledCalculations, compileCalculations } from "./compile.ts";

type Checked = Pick<Outline, "calculations" | "questions">;

/** Returns a draft's calculations without those that have problems or read one that has. */
export const soundCalculations = ({ calculations }: Pick<Checked, "calculations">): Calculation[] =>
  [...calculations.values()].filter(({ isSound }) => isSound).map(({ source }) => source);

/** Compiles the sound calculations of a draft. Null if it has no calculations. */
export const compileSound = (outline: Checked): CompiledCalculations | null =>
  outline.calculations.size > 0 ? compileCalculations(soundCalculations(outline), outline.questions) : null;
