import { idPattern, idPatternMessage } from "../formats.ts";
import { bandLimit, calculationLimit } from "../limits.ts";
import { Closed, Nullable, type Static, Type } from "../schema.ts";

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

/** Documented without a type, because some client generators create invalid code for recursive unions. */
const expressionMeaning =
  'A number, or an object with one operation, such as `{"sum": [{"points": "q1"}, {"points": "q2"}], "at_least": 2}`. ' +
  "docs/graphs/calculations.md lists the operations.";

const title = { title: Type.Optional(Type.String({ maxLength: 500, description: "Defaults to the key." })) };

export const Calculation = Closed({
  key: key(),
  ...title,
  decimals: Type.Optional(Type.Number({ description: "0–6. Values are rounded half away from zero.", default: 2 })),
  value: Type.Optional(Type.Unsafe<unknown>(Type.Unknown({ description: expressionMeaning }))),
  bands: Type.Optional(Type.Array(Band, { maxItems: bandLimit })),
});

/** A calculation for respondents. A private one has only its key and title. */
export const PublicCalculation = Closed({
  ...Calculation.properties,
  is_private: Type.Optional(
    Type.Literal(true, { description: "Reads points or the score, so only the service knows its value." }),
  ),
});

export const calculationsOf = <S extends typeof Calculation | typeof PublicCalculation>(calculation: S) => ({
  calculations: Type.Optional(Type.Array(calculation, { maxItems: calculationLimit })),
});

/** Values by key, for owners and simulations. `band` is the key of the band. */
export const CalculationResults = Type.Record(
  Type.String(),
  Closed({ value: Nullable(Type.Number()), band: Nullable(Type.String()) }),
  { description: "By key. `value` is null if unknown, `band` is the key of its band." },
);

/** A value on an end screen. `band` is the label of the band. */
export const ShownCalculation = Closed({
  key: Type.String(),
  title: Type.String(),
  value: Nullable(Type.Number()),
  band: Nullable(Type.String({ description: "The band's label." })),
});

export type Band = Static<typeof Band>;
/** A graph's calculation. `is_private` only occurs in the public graph. */
export type Calculation = Static<typeof PublicCalculation>;
export type CalculationResults = Static<typeof CalculationResults>;
export type ShownCalculation = Static<typeof ShownCalculation>;
