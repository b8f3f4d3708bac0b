import type { Condition } from "../../../../shared/domain/graph/types.ts";
import type { Scope, Target } from "./scope.ts";
import { type Term, Unmapped } from "./terms.ts";

/** Operations by their names in the document. */
const operations: ReadonlyMap<string, string> = new Map([
  ["+", "add"],
  ["-", "subtract"],
  ["*", "multiply"],
  ["/", "divide"],
  ["%", "mod"],
  ["mod", "mod"],
]);
const ofLists: ReadonlyMap<string, string> = new Map([
  ["sum", "sum"],
  ["avg", "mean"],
  ["mean", "mean"],
  ["min", "min"],
  ["max", "max"],
  ["count", "count"],
  ["coalesce", "coalesce"],
]);
const ofOne = new Set(["floor", "ceil", "abs"]);
const spans: ReadonlyMap<string, string> = new Map([
  ["days", "days"],
  ["months", "months"],
  ["years", "years"],
]);

/** Has no value: divisions by zero are null. */
const unknown = { divide: [0, 0] };

/** Surroundings of a term. The conversion of conditions is passed, because both call each other. */
interface Context {
  scope: Scope;
  conditionOf(term: Term): Condition;
}

/** Converts a term to a number of a calculation (features §12). Throws `Unmapped` if it has no counterpart. */
export function arithmeticOf(term: Term, context: Context): unknown {
  if (term.kind === "value") {
    if (typeof term.value !== "number") throw new Unmapped("it calculates with text");
    return term.value;
  }
  if (term.kind === "name") return numberOf(context.scope.find(term.name));
  if (term.kind === "list" && term.items.length === 0) return unknown;
  if (term.kind === "list") throw new Unmapped("it calculates with a list");
  return operationOf(term.name, term.args, context);
}

function operationOf(name: string, args: readonly Term[], context: Context): unknown {
  const { scope, conditionOf } = context;
  const operation = operations.get(name);
  if (operation !== undefined && args.length === 2) {
    const [left, right] = args.map((it) => arithmeticOf(it, context));
    return { [operation]: appended(operation, left, right) };
  }
  const listed = ofLists.get(name);
  if (listed !== undefined && args.length > 0) return { [listed]: args.map((it) => arithmeticOf(it, context)) };
  const [first] = args;
  if (first && ofOne.has(name)) return { [name]: arithmeticOf(first, context) };
  if (first && name === "-") return { subtract: [0, arithmeticOf(first, context)] };
  if (first && name === "round") return { round: [arithmeticOf(first, context), digitsOf(args[1])] };
  if (first && name === "selected") return { selected: answerOf(first, scope).id };
  if (first && name === "points") return pointsOf(first, scope);
  const [condition, yes, no] = args;
  if (name === "iif" && condition && yes)
    return { if: [conditionOf(condition), arithmeticOf(yes, context), no ? arithmeticOf(no, context) : unknown] };
  const span = spans.get(name);
  if (span !== undefined && args.length === 2) return { [span]: args.map((it) => dateOf(it, scope)) };
  if (["and", "or", "not", "=", "!=", "<", ">", "<=", ">=", "empty", "notempty"].includes(name))
    return { if: [conditionOf({ kind: "call", name, args: [...args] }), 1, 0] };
  throw new Unmapped(`\`${name.slice(0, 40)}\` isn't supported`);
}

/** Chains of `+` and `*` become one list, because calculations have 16 levels. */
function appended(operation: string, left: unknown, right: unknown): unknown[] {
  const inner = (left as Record<string, unknown> | null)?.[operation];
  const isChain = (operation === "add" || operation === "multiply") && Array.isArray(inner);
  return isChain ? [...inner, right] : [left, right];
}

function numberOf({ left, family, node, toOurs }: Target): unknown {
  if (left.type === "calculation") return { calculation: left.key };
  if (left.type === "answer" && family === "num") return { answer: left.node_id };
  if (node?.question_type === "yes_no") return { if: [{ left, op: "eq", right: toOurs(true) }, 1, 0] };
  if (node && left.type === "answer" && left.path === undefined && hasPoints(node)) return { points: node.id };
  throw new Unmapped("it calculates with an answer that isn't a number");
}

interface Scorable {
  id: string;
  data: { config?: Record<string, unknown> };
}

/** Whether a choice has points. Options whose values are whole numbers get these as points. */
function hasPoints({ data }: Scorable): boolean {
  const config = data.config ?? {};
  if (config.scoring !== undefined) return (config.scoring as { mode?: unknown }).mode === "options";
  const options = Array.isArray(config.options) ? (config.options as { value: string }[]) : [];
  const isScored = options.length > 0 && options.every(({ value }) => /^-?\d{1,3}$/.test(value));
  if (!isScored) return false;
  const points = Object.fromEntries(options.map(({ value }) => [value, Number(value)]));
  data.config = { ...config, scoring: { mode: "options", points } };
  return true;
}

function answerOf(term: Term, scope: Scope): Scorable {
  const node = term.kind === "name" ? scope.find(term.name).node : null;
  if (!node) throw new Unmapped("it doesn't name a question");
  return node;
}

function pointsOf(term: Term, scope: Scope): unknown {
  const node = answerOf(term, scope);
  if (!hasPoints(node)) throw new Unmapped(`the options of \`${node.id}\` have no points`);
  return { points: node.id };
}

function digitsOf(term: Term | undefined): number {
  if (term === undefined) return 0;
  if (term.kind === "value" && Number.isInteger(term.value)) return Math.min(Math.max(Number(term.value), 0), 6);
  throw new Unmapped("it rounds to an unknown number of digits");
}

function dateOf(term: Term, scope: Scope): unknown {
  if (term.kind === "call" && term.name === "today") return "today";
  if (term.kind === "value") return String(term.value).slice(0, 10);
  const target = term.kind === "name" ? scope.find(term.name) : null;
  if (target?.family !== "date" || !target.node) throw new Unmapped("it calculates with something other than a date");
  return { answer: target.node.id };
}
