import { defineStage, type Variable } from "../expressions/stages.ts";
import { call, fail, nameTerm, type Term, valueTerm } from "../expressions/terms.ts";
import type { ImportedForm } from "../importedForm.ts";
import { number, type Raw, record, records, text } from "../values.ts";
import { conditionTerm, operandTerm } from "./logic.ts";
import type { Block, KnownVariables, Place, Survey } from "./survey.ts";

/** A `calculate` action of a rule. */
interface Change {
  place: Place;
  action: Raw;
  conditions: Raw;
}

interface ChangedVariable extends Variable {
  /** in the order in which respondents meet them */
  changes: Change[];
}

/**
 * Variables of a survey. Their changes act in the order of the blocks, so what reads a variable reads a calculation of the changes
 * before its place.
 */
export class Variables implements KnownVariables {
  private readonly known = new Map<string, ChangedVariable>();
  /** values at places that have a calculation */
  private readonly defined = new Set<string>();

  constructor(form: ImportedForm, survey: Raw, blocks: readonly Block[]) {
    for (const raw of records(survey.variables)) {
      const [id, name] = [text(raw.id), text(raw.name)];
      if (this.known.has(id)) continue;
      const isNumber = text(raw.type) !== "text";
      const initial = isNumber ? (number(raw.value) ?? 0) : text(raw.value);
      const item = form.item(`variable ${name.slice(0, 60) || id.slice(0, 60)}`);
      this.known.set(id, { name: name || id, isNumber, initial, item, changes: [] });
    }
    for (const { raw, at: block } of blocks.filter(({ isReachable }) => isReachable))
      for (const [rule, { conditions, actions }] of records(raw.logic).entries())
        for (const [at, action] of records(actions).entries())
          if (text(action.objective) === "calculate")
            this.known
              .get(text(action.variableId))
              ?.changes.push({ place: { block, rule, action: at }, action, conditions: record(conditions) });
  }

  has(id: string): boolean {
    return this.known.has(id);
  }

  isNumber(id: string): boolean {
    return this.known.get(id)?.isNumber === true;
  }

  define(survey: Survey): void {
    for (const [id, variable] of this.known) this.stage(survey, id, variable, variable.changes, survey.blocks.length);
  }

  valueAt(survey: Survey, id: string, place: Place): Term {
    const variable = this.known.get(id);
    if (!variable) return fail(`the variable “${id.slice(0, 60)}” isn't in the survey`);
    const changes = variable.changes.filter((change) => isBefore(change.place, place));
    return changes.length === 0 ? valueTerm(variable.initial) : this.stage(survey, id, variable, changes, place.block);
  }

  private stage(survey: Survey, id: string, variable: Variable, changes: readonly Change[], reader: number): Term {
    // at an ending, blocks can be missing that all who are at a question have seen
    const missed = changes.filter(({ place }) => survey.isPassable(place.block, reader)).length;
    const key = `variable ${id}@${changes.length}/${missed}`;
    if (!this.defined.has(key)) {
      this.defined.add(key);
      defineStage(survey.scope, key, variable, changes, (before, change) =>
        changed(survey, variable, before, change, reader),
      );
    }
    return nameTerm(key);
  }
}

function isBefore(one: Place, other: Place): boolean {
  if (one.block !== other.block) return one.block < other.block;
  return one.rule !== other.rule ? one.rule < other.rule : one.action < other.action;
}

const neutral: Readonly<Record<string, [operation: string, value: number | string]>> = {
  add: ["+", 0],
  subtract: ["-", 0],
  multiply: ["*", 1],
  divide: ["/", 1],
  concat: ["concat", ""],
};

/** Returns a value after a change, which acts if its block is reached, its rule holds, and its operand has a value. */
function changed(survey: Survey, { isNumber }: Variable, before: Term, change: Change, reader: number): Term {
  const { place, action, conditions } = change;
  const operator = text(action.operator);
  const [value, ...parts] = operandOf(survey, record(action.value), place, isNumber);
  // the conditions of a rule are judged before its actions
  const rule = conditionTerm(survey, conditions, { ...place, action: -1 });
  const isZero = call("=", value, valueTerm(0));
  const when = call(
    "and",
    ...isReached(survey, change, reader),
    rule,
    ...parts,
    ...(operator === "divide" ? [call("not", isZero)] : []),
  );
  if (operator === "assign") return call("iif", when, value, before);
  const [operation, none] = (Object.hasOwn(neutral, operator) && neutral[operator]) || [];
  if (operation === undefined || none === undefined || (operation === "concat") === isNumber)
    return fail(`\`${operator.slice(0, 40)}\` isn't supported`);
  return call(operation, before, call("iif", when, value, valueTerm(none)));
}

/** Returns an operand, and the condition for it to have a value. Choices are their texts there, and their IDs in conditions. */
function operandOf(survey: Survey, operand: Raw, place: Place, isNumber: boolean): [Term, ...Term[]] {
  const type = text(operand.type);
  if (type === "static")
    return [valueTerm(isNumber ? (number(operand.value) ?? fail("its value isn't a number")) : text(operand.value))];
  const term = operandTerm(survey, operand, place);
  if (type === "variable") return [term];
  const question = survey.questions.get(text(operand.value))?.raw;
  const isText = text(question?.type) === "openText";
  const isNumeric = isText ? text(question?.inputType) === "number" : /^(nps|rating)$/.test(text(question?.type));
  if (question && !(isNumber ? isNumeric : isText)) return fail("its value is an answer of another type");
  return [term, call("notempty", term)];
}

/**
 * Returns the condition for the block of a rule to be reached, as respondents at `reader` know it. An answer of the block proves it: one
 * that the rule asks for, or a required one. An optional answer proves it only if it is given.
 */
function isReached(
  { blocks, isPassable, scope }: Survey,
  { place: { block }, conditions }: Change,
  reader: number,
): Term[] {
  const elements = (blocks[block]?.elements ?? []).filter(({ type }) => !unanswered.test(text(type)));
  const ids = new Set(elements.map(({ id }) => text(id)));
  if (!isPassable(block, reader) || asksAnswer(conditions, ids)) return [];
  const required = elements.find(({ required: one, type }) => one === true && !hasParts.test(text(type)));
  if (required) return [call("notempty", nameTerm(text(required.id)))];
  if (elements.length === 0) return fail("it changes after a screen that jumps can pass over");
  scope.assume("After a block that jumps can pass over, it changes only if one of its questions is answered.");
  return [call("or", ...[...ids].map((id) => call("notempty", nameTerm(id))))];
}

const unanswered = /^(cta|cal|payment)$/;
/** Each part is required or not. */
const hasParts = /^(address|contactInfo)$/;

/** Whether conditions hold only if one of the questions is answered. */
function asksAnswer(conditions: Raw, ids: ReadonlySet<string>): boolean {
  const connector = text(conditions.connector);
  const parts = records(conditions.conditions);
  if (connector === "and") return parts.some((part) => asksAnswer(part, ids));
  if (connector === "or") return parts.length > 0 && parts.every((part) => asksAnswer(part, ids));
  const { type, value } = record(conditions.leftOperand);
  const isOpposite = /^(doesNot(?!Include)|isSkipped|isNotSet|isEmpty)/.test(text(conditions.operator));
  return (
    type === "question" &&
    ids.has(text(value)) &&
    !isOpposite &&
    text(record(conditions.rightOperand).type) !== "question"
  );
}
