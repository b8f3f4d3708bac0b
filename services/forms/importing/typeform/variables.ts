import type { Condition } from "../../../../shared/domain/graph/types.ts";
import { bandLimit } from "../../../../shared/domain/limits.ts";
import type { Item } from "../importedForm.ts";
import { number, type Raw, record, records, scalar, text } from "../values.ts";
import { conditionOf, Unconverted } from "./conditions.ts";
import type { KnownField, References } from "./references.ts";

/** An action that changes a variable. */
interface Change {
  op: string;
  value: unknown;
  condition: Condition | null;
}

/** Converts number variables to calculations. A score by choices becomes points of the options. */
export function addVariables(references: References, source: Raw): void {
  const { form, variables } = references;
  findSkippable(references, records(source.logic));
  const changes = changesOf(records(source.logic));
  for (const [name, initial] of Object.entries(record(source.variables))) {
    const item = form.item(`variables.${name}`);
    const own = changes.get(name) ?? [];
    if (typeof initial !== "number") {
      addText(references, item, { name, initial: text(initial) }, own);
      continue;
    }
    const points = name === "score" && initial === 0 ? pointsOf(own, references) : null;
    if (points) for (const [field, byValue] of points) award(field, byValue);
    const value = points
      ? { total: true }
      : computed(initial, own, references, (message) => item.changed("variable", message));
    variables.set(name, form.calculate(item, name, { title: name.slice(0, 500), decimals: points ? 0 : 6, value }));
  }
}

/** Converts a text variable to a calculation that numbers its values, with a band for each. */
function addText(
  references: References,
  item: Item,
  { name, initial }: { name: string; initial: string },
  changes: readonly RawChange[],
): void {
  const setTo = ({ action }: RawChange) => record(record(action.details).value);
  const isFixed = changes.every((it) => text(it.action.action) === "set" && setTo(it).type === "constant");
  const texts = [...new Set([initial, ...changes.map((it) => text(setTo(it).value))])];
  const labelled = texts.filter((label) => label !== "" && label.length <= 500);
  const isFitting = labelled.length > 0 && labelled.length <= bandLimit && labelled.length >= texts.length - 1;
  if (!isFixed || !isFitting) {
    const message = `The variable “${name}” is a text. Only up to ${bandLimit} fixed texts are supported.`;
    item.lost("text_variable", message);
    return;
  }
  const numbered = changes.map((it) => {
    const value = { type: "constant", value: texts.indexOf(text(setTo(it).value)) };
    return { rule: it.rule, action: { ...it.action, details: { value } } };
  });
  const value = computed(texts.indexOf(initial), numbered, references, (message) => item.changed("variable", message));
  const bands = labelled.map((label, at) => ({
    key: `band_${at + 1}`,
    from: texts.indexOf(label),
    to: texts.indexOf(label),
    label,
  }));
  const key = references.form.calculate(item, name, { title: name.slice(0, 500), decimals: 0, value, bands });
  references.texts.set(name, texts);
  references.variables.set(name, key);
}

/** Finds the questions that a jump can pass over. */
function findSkippable({ form, sources, targets, skippable }: References, logic: readonly Raw[]): void {
  const ids = form.nodes.map(({ id }) => id);
  const indexes = new Map(ids.map((id, index) => [id, index]));
  for (const rule of logic)
    for (const action of records(rule.actions)) {
      if (text(action.action) !== "jump") continue;
      const from = indexes.get(sources.get(text(rule.ref)) ?? "") ?? 0;
      const to = indexes.get(targets.get(text(record(record(action.details).to).value)) ?? "") ?? ids.length;
      for (const id of ids.slice(from + 1, to)) skippable.add(id);
    }
}

type RawChange = { rule: Raw; action: Raw };

function changesOf(logic: readonly Raw[]): Map<string, RawChange[]> {
  const changes = new Map<string, RawChange[]>();
  for (const rule of logic)
    for (const action of records(rule.actions)) {
      const name = text(record(record(action.details).target).value);
      if (["add", "subtract", "multiply", "divide", "set"].includes(text(action.action)))
        changes.set(name, [...(changes.get(name) ?? []), { rule, action }]);
    }
  return changes;
}

/** Returns the points of options by field, or null if the score depends on anything else. */
function pointsOf(
  changes: readonly RawChange[],
  { fields }: References,
): Map<KnownField, Record<string, number>> | null {
  const points = new Map<KnownField, Record<string, number>>();
  for (const { rule, action } of changes) {
    const condition = record(action.condition);
    const [subject, value] = [record(records(condition.vars)[0]), record(records(condition.vars)[1])];
    const field = fields.get(text(subject.value));
    const option = field?.values.get(scalar(value.value));
    const amount = number(record(record(action.details).value).value);
    const isOwn = field !== undefined && field === fields.get(text(rule.ref)) && text(condition.op) === "is";
    const isWhole = amount !== undefined && Number.isInteger(amount) && Math.abs(amount) <= 1000;
    const byValue = field && (points.get(field) ?? {});
    if (text(action.action) !== "add" || !isOwn || option === undefined || !isWhole || !byValue || option in byValue)
      return null;
    points.set(field, { ...byValue, [option]: amount });
  }
  return points.size > 0 ? points : null;
}

function award({ node }: KnownField, points: Record<string, number>): void {
  node.data.config = { ...node.data.config, scoring: { mode: "options", points } };
}

/** Applies the changes in their order. Changes that only add are one sum. */
function computed(
  initial: number,
  changes: readonly RawChange[],
  references: References,
  note: (message: string) => void,
): unknown {
  const known = changes.flatMap((change) => {
    try {
      return [changeOf(change, references, note)];
    } catch (error) {
      if (!(error instanceof Unconverted)) throw error;
      note(`A change of the variable isn't imported: ${error.message}.`);
      return [];
    }
  });
  if (known.length === 0) return initial;
  if (known.every(({ op }) => op === "add" || op === "subtract")) return { sum: [initial, ...known.map(summand)] };
  references.ordered.push(() => {
    note("Its changes are made in the order of the questions, also where a jump leads back.");
  });
  return known.reduce<unknown>((before, { op, value, condition }) => {
    const after = op === "set" ? value : { [operations[op] ?? "add"]: [before, value] };
    return condition ? { if: [condition, after, before] } : after;
  }, initial);
}

const operations: Readonly<Record<string, string>> = {
  add: "add",
  subtract: "subtract",
  multiply: "multiply",
  divide: "divide",
};

function summand({ op, value, condition }: Change): unknown {
  const signed = op === "subtract" ? { subtract: [0, value] } : value;
  return condition ? { if: [condition, signed, 0] } : signed;
}

/** Returns the condition of a rule. It only counts if its question is on the respondent's way. */
function conditionOfRule({ rule, action }: RawChange, references: References, note: (message: string) => void) {
  const condition = conditionOf(record(action.condition), references);
  const own = references.fields.get(text(rule.ref));
  if (!own?.domain || !references.skippable.has(own.node.id)) return condition;
  const left = { type: "answer" as const, node_id: own.node.id };
  const isOwn = condition !== null && "left" in condition && JSON.stringify(condition.left) === JSON.stringify(left);
  if (isOwn) return condition;
  if (own.node.data.is_required !== true)
    note(`“${text(rule.ref).slice(0, 60)}” changes the variable only if it is answered.`);
  const isAnswered: Condition = { left, op: "answered" };
  return condition ? { all: [isAnswered, condition] } : isAnswered;
}

function changeOf(change: RawChange, references: References, note: (message: string) => void): Change {
  const { action } = change;
  const { type, value } = record(record(action.details).value);
  const op = text(action.action);
  const condition = conditionOfRule(change, references, note);
  if (type === "field") {
    const field = references.fields.get(text(value));
    if (field?.domain?.family !== "num") throw new Unconverted("its value isn't the answer of a number question");
    return { op, value: { answer: field.node.id }, condition };
  }
  const key = references.variables.get(text(value));
  if (type === "variable" && key !== undefined) return { op, value: { calculation: key }, condition };
  const amount = number(value);
  if (amount === undefined) throw new Unconverted("its value isn't a number");
  return { op, value: amount, condition };
}
