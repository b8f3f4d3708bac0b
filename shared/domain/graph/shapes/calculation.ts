import { idPattern, idPatternMessage } from "../../formats.ts";
import { bandLimit, calculationLimit } from "../../limits.ts";
import { Closed, Nullable, type Static, Type } from "../../schema.ts";

/**
 * Calculations of a graph (features §12). PUT draft checks JSON types and sizes, and validation checks their meaning
 * (shared/domain/graph/calculations/problems.ts).
 */
const key = () => Type.String({ pattern: idPattern, patternMessage: idPatternMessage });
const text = () => Type.String({ maxLength: 500 });

export const Band = Closed(
  { key: key(), from: Type.Number(), to: Type.Number(), label: Type.Optional(text()) },
  { description: "A range of a calculation's values, both ends included. `label` defaults to the key." },
);

export const Calculation = Closed({
  key: key(),
  title: Type.Optional(text()),
  decimals: Type.Optional(Type.Number({ default: 2 })),
  // without a type, because some client generators create invalid code for recursive unions
  value: Type.Optional(Type.Unsafe<unknown>(Type.Unknown())),
  bands: Type.Optional(Type.Array(Band, { maxItems: bandLimit })),
});

/** A calculation for respondents. A private one has only its key and title. */
export const PublicCalculation = Closed({
  ...Calculation.properties,
  is_private: Type.Optional(Type.Literal(true)),
});

export const calculationsOf = <S extends typeof Calculation | typeof PublicCalculation>(calculation: S) => ({
  calculations: Type.Optional(Type.Array(calculation, { maxItems: calculationLimit })),
});

/** Values by key, for owners and simulations. `band` is the key of the band. */
export const CalculationResults = Type.Record(
  Type.String(),
  Closed({ value: Nullable(Type.Number()), band: Nullable(Type.String()) }),
);

/** A value on an end screen. `band` is the label of the band. */
export const ShownCalculation = Closed({
  key: Type.String(),
  title: Type.String(),
  value: Nullable(Type.Number()),
  band: Nullable(Type.String()),
});

export type Band = Static<typeof Band>;
/** A graph's calculation. `is_private` only occurs in the public graph. */
export type Calculation = Static<typeof PublicCalculation>;
export type CalculationResults = Static<typeof CalculationResults>;
export type ShownCalculation = Static<typeof ShownCalculation>;
