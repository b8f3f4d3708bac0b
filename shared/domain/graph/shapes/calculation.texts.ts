import { texts } from "../../texts.ts";
import { Band, Calculation, PublicCalculation, ShownCalculation } from "./calculation.ts";

/** Text of results by key, in every shape that has them. */
export const calculationResults = [
  "By key. `value` is null if unknown, `band` is the key of its band.",
  {
    value: "Value of the calculation. Null if answers for it are missing.",
    band: "Key of the value's band. Null if it has none.",
  },
] as const;

/** Texts of the API about the properties of calculation.ts. */
export const calculationTexts = [
  texts(Band, {
    key: "Key of the band, unique in its calculation.",
    from: "Lowest value of the band.",
    to: "Highest value of the band.",
    label: "Name of the band, such as “Severe”.",
  }),
  texts([Calculation, PublicCalculation], {
    key: "Key of the calculation, unique in the graph.",
    title: "Defaults to the key.",
    decimals: "0–6. Values are rounded half away from zero.",
    value:
      'A number, or an object with one operation, such as `{"sum": [{"points": "q1"}, {"points": "q2"}], "at_least": 2}`. docs/graphs/calculations.md lists the operations.',
    bands: "Named ranges of the value, in ascending order.",
    is_private: "Reads points or the score, so only the service knows its value.",
  }),
  texts(ShownCalculation, {
    key: "Key of the calculation.",
    title: "Name that the end screen shows.",
    value: "The value. Null if answers for it are missing.",
    band: "The band's label.",
  }),
];
