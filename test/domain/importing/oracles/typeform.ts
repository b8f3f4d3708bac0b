import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { Oracle } from "./walks.ts";

interface Condition {
  op: string;
  vars: (Condition & { type: string; value: Json })[];
}
interface Action {
  action: string;
  condition: Condition;
  details: { to: { value: string }; target: { value: string }; value: { type: string; value: Json } };
}
interface Field {
  ref: string;
  properties?: { choices?: { ref: string; label: string }[]; fields?: Field[] };
}
interface Form {
  fields: Field[];
  logic: { ref: string; actions: Action[] }[];
  variables: Record<string, number | string>;
}

/**
 * Answers a form by the rules of Typeform's documentation (https://www.typeform.com/developers/create/logic-jumps/): after a field,
 * its actions run in order, and the first jump whose condition holds is taken.
 */
export function typeformOracle({ fields: given, logic, variables: initial }: Form): Oracle {
  const isGroup = ({ properties, ...field }: Field) =>
    properties?.fields !== undefined && (field as { type?: string }).type === "group";
  // contact details are several questions, which no jump reads
  const fields = given
    .filter((field) => (field as { type?: string }).type !== "contact_info")
    .flatMap((field) => (isGroup(field) ? (field.properties?.fields ?? []) : [field]));
  /** A group starts with its first field. */
  const startOf = (ref: string): string =>
    given.find((field) => field.ref === ref && isGroup(field))?.properties?.fields?.[0]?.ref ?? ref;
  const answers = new Map<string, Json>();
  const variables = { ...initial };
  let current: string | undefined = fields[0]?.ref;
  const labels = new Map(fields.flatMap((field) => (field.properties?.choices ?? []).map((it) => [it.ref, it.label])));
  const readValue = ({ type, value }: { type: string; value: Json }): Json | undefined =>
    type === "field" ? answers.get(String(value)) : type === "variable" ? variables[String(value)] : value;
  const holds = ({ op, vars }: Condition): boolean => {
    if (op === "always") return true;
    if (op === "and") return vars.every(holds);
    if (op === "or") return vars.some(holds);
    if (op === "is_not") return !holds({ op: "is", vars });
    const [subject, wanted] = vars.map(readValue);
    if (subject === undefined || subject === null) return false;
    const value = vars[1]?.type === "choice" ? labels.get(String(wanted)) : wanted;
    if (op === "is" || op === "equal")
      return Array.isArray(subject) ? subject.includes(value as string) : subject === value;
    if (op === "earlier_than") return String(subject) < String(value);
    const [a, b] = [Number(subject), Number(value)];
    return op === "lower_than" ? a < b : op === "greater_than" ? a > b : op === "greater_equal_than" ? a >= b : a <= b;
  };
  const advance = (from: string): string | undefined => {
    for (const { action, condition, details } of logic.find(({ ref }) => ref === from)?.actions ?? []) {
      if (!holds(condition)) continue;
      if (action === "jump") return startOf(details.to.value);
      const name = details.target.value;
      const [before, value] = [Number(variables[name] ?? 0), readValue(details.value)];
      if (action === "add") variables[name] = before + Number(value ?? 0);
      if (action === "multiply") variables[name] = before * Number(value);
      if (action === "set") variables[name] = value as string;
    }
    return fields[fields.findIndex(({ ref }) => ref === from) + 1]?.ref;
  };
  return {
    isAsked: (id) => (fields.some(({ ref }) => ref === id) ? id === current : null),
    answer(id, value) {
      if (id !== current) return;
      const choices = fields.find(({ ref }) => ref === id)?.properties?.choices ?? [];
      const theirs = (one: Json): Json => choices.find(({ label }) => label.replace(/\W+/g, "_") === one)?.label ?? one;
      if (value !== null)
        answers.set(
          id,
          Array.isArray(value) ? value.map(theirs) : value === "yes" ? true : value === "no" ? false : theirs(value),
        );
      current = advance(id);
    },
  };
}
