import Big from "big.js";
import type { Day } from "../../../shared/domain/graph/calculations/expression.ts";
import type { Formula } from "./formula.ts";

/** A number in the language of a format, and when it is known. */
export interface Num {
  text: string;
  known: Formula;
}

/** How a format computes. Its methods throw `Unsayable` for what the format lacks. */
export interface Computing {
  print(formula: Formula): string;
  answer(nodeId: string): string;
  selected(nodeId: string): string;
  sumOfRows(nodeId: string, field: string): string;
  binary(op: "+" | "-" | "*" | "/" | "%", left: string, right: string): string;
  single(op: "floor" | "ceil" | "abs", value: string): string;
  round(value: string, digits: number): string;
  choose(condition: string, then: string, otherwise: string): string;
  /** value of a number that isn't known */
  readonly empty: string;
  /** the lowest or highest of those that are known */
  extreme(op: "min" | "max", values: readonly Num[], valued: (value: Num) => string): string;
  days(unit: "days" | "months" | "years", from: string, to: string): string;
  day(day: Day): string;
  /** Adds a value that others read, and returns how they read it. */
  define(name: string, value: string): string;
}

/** Writes a number without an exponent. */
export const literal = (value: number): string => Big(value).toFixed();
