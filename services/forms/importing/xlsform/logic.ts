import type { ImportedForm, Item } from "../importedForm.ts";
import { conditionOf, joined } from "./conditions.ts";
import { type Field, fail, type Scope, type Truth } from "./fields.ts";
import { numberOf } from "./numbers.ts";
import type { Calculated, Survey } from "./survey.ts";
import { parseXpath, Unsupported } from "./xpath.ts";

/** Conversion of the expressions of one survey. */
export interface Logic extends Scope {
  /** Returns the field, or null if the name has none. */
  find(name: string): Field | null;
  truth(source: string, extra?: Partial<Scope>): Truth;
}

export function openLogic(survey: Survey): Logic {
  const { form, fields, calculated, lost } = survey;
  const open = new Set<string>();
  /** Calculations for conditions by their value, so that equal ones are added once. */
  const added = new Map<string, string>();
  const logic: Logic = {
    find: (name) => fields.get(name) ?? calculationField(name),
    field(name) {
      return logic.find(name) ?? fail(lost.has(name) ? `“${name}” isn't imported` : `“${name}” isn't in the survey`);
    },
    condition: (expression) => conditionOf(expression, logic),
    calculate(value) {
      const json = JSON.stringify(value);
      const key = added.get(json) ?? form.calculate(null, `value_${added.size + 1}`, { decimals: 6, value });
      added.set(json, key);
      return key;
    },
    truth(source, extra = {}) {
      const scope: Scope = { ...logic, ...extra };
      scope.condition = (expression) => conditionOf(expression, scope);
      return conditionOf(parseXpath(source), scope);
    },
  };
  /** Converts the calculation on its first use, so that it precedes what reads it. */
  function calculationField(name: string): Field | null {
    const calculation = calculated.get(name);
    if (!calculation || open.has(name) || lost.has(name)) return null;
    open.add(name);
    try {
      const key = calculate(name, calculation, form, logic);
      fields.set(name, { kind: "calculation", key });
    } catch (error) {
      loseCalculation(name, calculation, error, lost);
    }
    return fields.get(name) ?? null;
  }
  return logic;
}

function loseCalculation(name: string, { item, row }: Calculated, error: unknown, lost: Map<string, string>): void {
  if (!(error instanceof Unsupported)) throw error;
  const source = row.cells.get("calculation") ?? "";
  item.lost("calculation", `The calculation “${shortened(source)}” can't be converted: ${error.message}.`);
  lost.set(name, error.message);
}

/** Returns an expression for a message. */
export const shortened = (source: string): string => (source.length > 200 ? `${source.slice(0, 200)}…` : source);

const decimalPlaces = 6;

/** A calculation in a group that isn't shown has no value. */
function calculate(name: string, { row, item, relevants }: Calculated, form: ImportedForm, logic: Logic): string {
  const source = row.cells.get("calculation") ?? fail("it has no expression");
  const value = numberOf(parseXpath(source), logic);
  const shown = relevants
    .map((relevant) => logic.truth(relevant))
    .reduce<Truth>((all, one) => joined("and", all, one), true);
  const isKnown =
    shown === true ? value : shown === false ? { divide: [1, 0] } : { if: [shown, value, { divide: [1, 0] }] };
  return form.calculate(item, name, { title: name.slice(0, 500), decimals: decimalPlaces, value: isKnown });
}

/** Runs a conversion. Notes what happens without it if it isn't supported. */
export function attempt(item: Item, code: string, consequence: string, convert: () => void): void {
  try {
    convert();
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    item.changed(code, `${consequence}: ${error.message}.`);
  }
}
