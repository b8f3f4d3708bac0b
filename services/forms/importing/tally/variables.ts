import { defineStage, type Variable } from "../expressions/stages.ts";
import { call, fail, nameTerm, type Term, valueTerm } from "../expressions/terms.ts";
import type { ImportedForm } from "../importedForm.ts";
import { number, type Raw, record, records, text } from "../values.ts";
import type { Block, Page } from "./blocks.ts";
import type { KnownVariables, Place, TallyForm } from "./form.ts";
import { fieldTerm, fixedNumber, ruleTerm } from "./logic.ts";
import type { Action } from "./rules.ts";

/** Calculated fields of a form. Each place that reads one gets a calculation of the changes before it. */
export class Variables implements KnownVariables {
  private readonly known = new Map<string, Variable>();
  /** UUIDs of fields by the names of their calculations */
  private readonly defined = new Map<string, string>();

  constructor(form: ImportedForm, pages: readonly Page[]) {
    const blocks = pages.flatMap((page) => page.blocks.filter(({ type }) => type === "CALCULATED_FIELDS"));
    for (const { at, field } of blocks.flatMap(fieldsIn)) {
      const [uuid, name] = [text(field.uuid), text(field.name)];
      if (this.known.has(uuid)) continue;
      const isNumber = text(field.type) !== "TEXT";
      const initial = isNumber ? (number(field.value) ?? 0) : text(field.value);
      const item = form.item(`blocks[${at}] “${name.slice(0, 60) || "calculated field"}”`);
      this.known.set(uuid, { name: name || "value", isNumber, initial, item });
    }
  }

  has(uuid: string): boolean {
    return this.known.has(uuid);
  }

  isNumber(uuid: string): boolean {
    return this.known.get(uuid)?.isNumber === true;
  }

  define(form: TallyForm): void {
    for (const [uuid, variable] of this.known) this.stage(form, uuid, variable, form.rules.changes.get(uuid) ?? []);
  }

  valueAt(form: TallyForm, uuid: string, { page, rule: reader }: Place): Term {
    const variable = this.known.get(uuid);
    if (!variable) return fail(`the calculated field “${uuid.slice(0, 60)}” isn't in the form`);
    const changes = (form.rules.changes.get(uuid) ?? []).filter(({ rule }) =>
      reader === null ? rule.page <= page : rule.at < reader,
    );
    return changes.length === 0 ? valueTerm(variable.initial) : this.stage(form, uuid, variable, changes);
  }

  private stage(form: TallyForm, uuid: string, variable: Variable, changes: readonly Action[]): Term {
    const wish = `${variable.name} after ${changes.length} changes`;
    // two fields can have the same name
    const key = (this.defined.get(wish) ?? uuid) === uuid ? wish : `${wish} of ${uuid}`;
    if (this.defined.has(key)) return nameTerm(key);
    this.defined.set(key, uuid);
    defineStage(form.scope, key, variable, changes, (before, change) => changed(form, variable, before, change));
    return nameTerm(key);
  }
}

const fieldsIn = ({ at, payload }: Block) =>
  records(payload.calculatedFields ?? payload.fields).map((field) => ({ at, field }));

const operations: Readonly<Record<string, [operation: string, neutral: number]>> = {
  ADDITION: ["+", 0],
  SUBTRACTION: ["-", 0],
  MULTIPLICATION: ["*", 1],
  DIVISION: ["/", 1],
};

/** Returns a value after a change, which acts if its rule holds and its operand has a value. */
function changed(form: TallyForm, { isNumber }: Variable, before: Term, { rule, payload }: Action): Term {
  const { operator: given, value: operand } = record(payload.calculate);
  const operator = text(given);
  const [value, ...parts] = operandOf(form, operand, { page: rule.page, rule: rule.at }, isNumber);
  const isDivisible = operator === "DIVISION" ? [call("not", call("=", value, valueTerm(0)))] : [];
  const when = call("and", ruleTerm(form, rule, rule.page), ...parts, ...isDivisible);
  if (parts.length > 0 && /^(MULT|DIV|ASSIGN)/.test(operator))
    form.scope.assume("Without the answer that it calculates with, it stays as it is.");
  if (operator === "ASSIGNMENT") return call("iif", when, value, before);
  if (!isNumber && operator === "ADDITION") return call("concat", before, call("iif", when, value, valueTerm("")));
  const known = Object.hasOwn(operations, operator) && isNumber ? operations[operator] : undefined;
  if (!known) return fail(`\`${operator.slice(0, 40)}\` isn't supported`);
  return call(known[0], before, call("iif", when, value, valueTerm(known[1])));
}

const numeric = /^(INPUT_NUMBER|RATING|LINEAR_SCALE)$/;
const textual = /^(INPUT_TEXT|TEXTAREA|INPUT_EMAIL|INPUT_LINK|INPUT_PHONE_NUMBER)$/;

/** Returns an operand, and the condition for it to have a value. */
function operandOf(form: TallyForm, operand: unknown, place: Place, isNumber: boolean): [Term, ...Term[]] {
  const field: Raw = record(operand);
  if (text(field.uuid) === "") return [valueTerm(isNumber ? fixedNumber(operand) : text(operand))];
  const term = fieldTerm(form, field, place);
  if (form.variables.has(text(field.uuid))) return [term];
  const known = term.kind === "name" ? form.questions.get(term.name) : undefined;
  if (known && !(isNumber ? numeric : textual).test(known.kind)) return fail("its value is an answer of another type");
  return [term, call("notempty", term)];
}
