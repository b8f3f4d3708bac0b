import { number } from "../values.ts";
import { chosenBranch, firstKnown } from "./branches.ts";
import { allOf, anyOf, contained, lacking, selected, selectedAt } from "./choices.ts";
import { compared, presence } from "./comparison.ts";
import { formattedDate, moved, spanOf } from "./dates.ts";
import { fixed, type Machine, type Operation, one, scalarOf, target, two } from "./machine.ts";
import { computed, listed, points } from "./numbers.ts";
import type { Comparator } from "./options.ts";
import { type OverRows, ofField, overRows, rowCount, rowsOf } from "./rows.ts";
import type { Scope } from "./scope.ts";
import { searched, type TextTest } from "./searches.ts";
import { pulled } from "./tables.ts";
import { namesOf } from "./targets.ts";
import { nameTerm, type Term, Unmapped } from "./terms.ts";
import { isText, joinedTexts } from "./texts.ts";
import { all, any, not, type Truth } from "./truth.ts";
import { conjunction, disjunction, negated, type TruthValue, truthValue } from "./truths.ts";
import { type Case, cases, combined, constant, numeric, only, unknown, type Value } from "./values.ts";

/** Returns the meaning of a call. Throws `Unmapped` if it has none. */
export function called(name: string, args: readonly Term[], machine: Machine): Case[] {
  const operation = operations.get(name);
  if (!operation) throw new Unmapped(`\`${name.replace(/^\./, "").slice(0, 40)}\` isn't supported`);
  return operation(args, machine);
}

const comparison =
  (op: Comparator, isOpposite = false): Operation =>
  (args, machine) => {
    const { scope } = machine;
    const rooted = ofRoot(op, args, machine);
    const sides = rooted === null ? two(args).map(machine.cases) : [];
    const [left = [], right = []] = sides;
    const yes = rooted ?? compared(op, left, right, scope);
    const isJudged = yes === false && scope.dialect.hasUnknown;
    const truth: TruthValue = isJudged
      ? { kind: "truth", yes, no: () => all(sides.map((side) => given(side, scope))) }
      : truthValue(yes, scope);
    return only(isOpposite ? negated(truth) : truth);
  };

/** Returns whether a term has a value. */
const given = (found: readonly Case[], scope: Scope): Truth =>
  any(found.map(({ when, value }) => all([when, presence(value, scope)])));

/** `sqrt(x) > 2`: the square is compared, since calculations have no roots. Returns null for other comparisons. */
function ofRoot(op: Comparator, args: readonly Term[], { scope, cases: found }: Machine): Truth | null {
  const [root, limit] = two(args);
  const isRoot = root.kind === "call" && root.name === "sqrt" && limit.kind === "value";
  // SurveyJS has no such function
  if (!isRoot || typeof limit.value !== "number" || scope.dialect.comparesLoosely) return null;
  const inner = found(one(root.args));
  const isPositive = compared(">=", inner, constant(0), scope);
  if (limit.value < 0) return op === ">" || op === ">=" ? isPositive : false;
  return all([isPositive, compared(op, inner, constant(limit.value ** 2), scope)]);
}

const arithmetic =
  (operation: string): Operation =>
  (args, machine) => {
    const [left, right] = two(args).map(machine.cases) as [Case[], Case[]];
    const { hasTextTruths } = machine.scope.dialect;
    if (operation !== "add" || ![...left, ...right].some(({ value }) => isText(value)))
      return computed(operation, left, right, machine.scope);
    // XPath adds nothing but numbers
    if (hasTextTruths) throw new Unmapped("it calculates with text");
    return combined(left, right, (l, r) =>
      isText(l) || isText(r)
        ? joinedTexts([only(l), only(r)], machine.scope)
        : computed(operation, only(l), only(r), machine.scope),
    );
  };

const ofList =
  (operation: Exclude<OverRows, "nodes">): Operation =>
  (args, machine) => {
    const rows = operation === "count" && args.length === 1 ? rowsOf(args[0], machine) : null;
    if (rows) return rowCount(rows);
    const over = overRows(operation === "count" ? "nodes" : operation, args, machine);
    return over ?? numeric(args.length === 0 ? unknown : listed(operation, args.map(machine.number), machine.scope));
  };

const ofOne =
  (operation: string): Operation =>
  (args, machine) =>
    numeric({ [operation]: machine.number(one(args)) });

const test =
  (convert: (args: readonly Term[], machine: Machine) => Truth, isOpposite = false): Operation =>
  (args, machine) => {
    const truth = truthValue(convert(args, machine), machine.scope);
    return only(isOpposite ? negated(truth) : truth);
  };

/** `sumInArray({matrix}, 'column')`: the cells of a column. */
function ofColumn(operation: OverRows): Operation {
  return (args, machine) => {
    const [matrix, columnTerm] = two(args);
    if (args.length > 2) throw new Unmapped("a filter of rows isn't supported");
    const name = matrix.kind === "name" ? matrix.name : "";
    const own = `.${String(fixed(columnTerm, machine))}`;
    const field = machine.scope.fields.get(`${name}${own}`);
    if (field) return ofField(operation, field, `${name}${own}`, machine);
    // cells are `matrix.row.column`, or `matrix[0].column`
    const isCell = (cell: string) => /^[.[]/.test(cell.slice(name.length)) && cell.endsWith(own);
    const cells = machine.scope.names((cell) => cell.startsWith(name) && isCell(cell));
    if (name === "" || cells.length === 0) throw new Unmapped(`\`${name.slice(0, 60)}\` isn't an imported matrix`);
    return numeric(
      listed(
        operation,
        cells.map((cell) => machine.number(nameTerm(cell))),
        machine.scope,
      ),
    );
  };
}

/** A test of two values. Holds if it holds for the cases that hold. */
const testOfTwo = (convert: (left: Value, right: Value, scope: Scope) => Truth, isOpposite = false): Operation =>
  test((args, machine) => {
    const [left, right] = two(args).map(machine.cases) as [Case[], Case[]];
    return any(left.flatMap((l) => right.map((r) => all([l.when, r.when, convert(l.value, r.value, machine.scope)]))));
  }, isOpposite);

const presenceOf =
  (isEmpty: boolean): Operation =>
  (args, machine) => {
    const rows = rowsOf(one(args), machine);
    const found = given(rows ? only({ kind: "target", target: rows }) : machine.cases(one(args)), machine.scope);
    // it is always known whether an answer is given
    const truth: TruthValue = { kind: "truth", yes: found, no: () => not(found) };
    return only(isEmpty ? negated(truth) : truth);
  };

const searching = (kind: TextTest, isOpposite = false) =>
  testOfTwo((value, part, scope) => searched(kind, value, part, scope), isOpposite);

const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ["and", (args, { truth }) => only(conjunction(args.map(truth)))],
  ["or", (args, { truth }) => only(disjunction(args.map(truth)))],
  ["not", (args, { truth }) => only(negated(truth(one(args))))],
  ["meant-not", meantNot],
  ["meant-code", meantCode],
  ["meant-text", meantText],
  ["code", code],
  ["truth", (args, { truth }) => only(truth(one(args)))],
  ["=", comparison("=")],
  ["!=", comparison("=", true)],
  ["<", comparison("<")],
  ["<=", comparison("<=")],
  [">", comparison(">")],
  [">=", comparison(">=")],
  ["empty", presenceOf(true)],
  ["notempty", presenceOf(false)],
  ["contains", testOfTwo(contained)],
  ["notcontains", testOfTwo(lacking)],
  ["anyof", testOfTwo(anyOf)],
  ["noneof", testOfTwo(anyOf, true)],
  ["allof", testOfTwo(allOf)],
  ["selected", testOfTwo(selected)],
  ["startswith", searching("startswith")],
  ["endswith", searching("endswith")],
  ["matches", searching("matches")],
  ["iif", chosenBranch],
  ["coalesce", firstKnown],
  ["+", arithmetic("add")],
  [
    "-",
    (args, machine) =>
      args.length === 1
        ? computed("subtract", constant(0), machine.cases(one(args)), machine.scope)
        : arithmetic("subtract")(args, machine),
  ],
  ["*", arithmetic("multiply")],
  ["/", arithmetic("divide")],
  ["%", arithmetic("mod")],
  ["mod", arithmetic("mod")],
  ["sum", ofList("sum")],
  ["avg", ofList("mean")],
  ["mean", ofList("mean")],
  ["min", ofList("min")],
  ["max", ofList("max")],
  ["count", ofList("count")],
  ["floor", ofOne("floor")],
  ["ceil", ofOne("ceil")],
  ["abs", ofOne("abs")],
  ["int", (args, { number }) => numeric(wholePart(number(one(args))))],
  ["round", (args, machine) => numeric({ round: [machine.number(one(args)), digitsOf(args[1], machine)] })],
  ["pow", power],
  ["column", column],
  ["bare", bare],
  ["same", (args, { cases: found }) => found(one(args))],
  ["number", (args, machine) => machine.cases(one(args))],
  [
    "today",
    ([days], machine) => only({ kind: "date", day: "today", plus: days ? (number(fixed(days, machine)) ?? 0) : 0 }),
  ],
  ["days", spanOf("days")],
  ["months", spanOf("months")],
  ["years", spanOf("years")],
  ["suminarray", ofColumn("sum")],
  ["avginarray", ofColumn("mean")],
  ["mininarray", ofColumn("min")],
  ["maxinarray", ofColumn("max")],
  ["countinarray", ofColumn("count")],
  ["points", (args, machine) => numeric(points(target(one(args), machine)))],
  ["count-selected", measured("count")],
  ["string-length", measured("length")],
  ["size", sized],
  ["count-answers", answersCount],
  ["selected-at", selectedAt],
  ["pulldata", pulled],
  ["concat", (args, machine) => joinedTexts(args.map(machine.cases), machine.scope)],
  ["choice-name", (args, machine) => joinedTexts([machine.cases(one(args))], machine.scope)],
  ["format-date", formattedDate],
  ["move", (args, { cases: found, scope }) => moved(two(args).map(found) as [Case[], Case[]], scope)],
  ["pi", () => constant(Math.PI)],
  ["join", joinedBy],
  ["boolean-from-string", (args, machine) => comparedWithTrue(one(args), machine)],
  ["count-non-empty", countNonEmpty],
]);

function joinedBy([separator, ...args]: readonly Term[], machine: Machine): Case[] {
  const parts = args.map(machine.cases);
  const between = constant(String(fixed(one([separator as Term]), machine)));
  return joinedTexts(
    parts.flatMap((part, at) => (at === 0 ? [part] : [between, part])),
    machine.scope,
  );
}

/** `boolean-from-string(x)`: true for the texts 1 and true. */
function comparedWithTrue(term: Term, { scope, cases: found }: Machine): Case[] {
  const value = found(term);
  const isTrue = ["true", "1"].map((text) => compared("=", value, constant(text), scope));
  return only(truthValue(any(isTrue), scope));
}

function countNonEmpty(args: readonly Term[], machine: Machine): Case[] {
  const isGiven = () => given(machine.cases(one(args)), machine.scope);
  return overRows("count", args, machine) ?? numeric({ if: [isGiven(), 1, 0] });
}

function meantNot(args: readonly Term[], { scope, truth }: Machine): Case[] {
  scope.assume("`not` isn't a function of SurveyJS itself. Here, it is the opposite of its condition.");
  return only(negated(truth(one(args))));
}

/** A column of a choice. Elsewhere a bare name is a question. */
function column(args: readonly Term[], machine: Machine): Case[] {
  const term = one(args);
  const name = term.kind === "value" ? String(term.value) : "";
  const { columns } = machine.scope;
  return columns ? constant(columns.get(name.toLowerCase()) ?? "") : machine.cases(nameTerm(name));
}

function meantCode(args: readonly Term[], machine: Machine): Case[] {
  const found = machine.cases(one(args));
  const isOther = ({ value }: Case) => value.kind === "target" && value.target.family !== "text";
  if (found.some(isOther))
    machine.scope.assume("It compares a text with an answer of another type. Here, it compares the code or value.");
  return found;
}

/** The code of a choice. Other text has none. */
function code(args: readonly Term[], machine: Machine): Case[] {
  return machine.cases(one(args)).map(({ when, value }): Case => {
    const isTarget = value.kind === "target";
    return { when, value: isTarget ? { ...value, target: { ...value.target, isOpen: false } } : value };
  });
}

function meantText(args: readonly Term[], machine: Machine): Case[] {
  const found = machine.cases(one(args));
  machine.scope.assume("It has a text without quotes. Here, it is a text. Without quotes, it is a calculation.");
  return found;
}

/** `false` without brackets. A column of a choice, or a question, can have this name. */
function bare(args: readonly Term[], machine: Machine): Case[] {
  const [value, word] = two(args);
  const name = String(fixed(word, machine));
  const { columns } = machine.scope;
  if (columns?.has(name) || machine.scope.has(name)) return column([word], machine);
  machine.scope.assume(
    `It has \`${name}\` without brackets. Here, it means \`${name}()\`. Without them, it names a question.`,
  );
  return machine.cases(value);
}

/** `mod` has the sign of the dividend, so this rounds towards zero. */
const wholePart = (value: unknown) => ({ subtract: [value, { mod: [value, 1] }] });

const exponentLimit = 8;

function power(args: readonly Term[], machine: Machine): Case[] {
  const [base, exponent] = two(args);
  const times = Number(fixed(exponent, machine));
  if (!Number.isInteger(times) || times < 1 || times > exponentLimit)
    throw new Unmapped("powers need a whole exponent up to 8");
  const found = machine.cases(base);
  return Array.from({ length: times - 1 }).reduce<Case[]>(
    (product) => computed("multiply", product, found, machine.scope),
    found,
  );
}

function digitsOf(term: Term | undefined, machine: Machine): number {
  const digits = term ? Number(fixed(term, machine)) : 0;
  if (!Number.isInteger(digits)) throw new Unmapped("it rounds to an unknown number of digits");
  return Math.min(Math.max(digits, -6), 6);
}

function measured(measure: "length" | "count"): Operation {
  return (args, { cases: found }) =>
    cases(
      found(one(args)).map(({ when, value }): Case => {
        if (value.kind === "target") return { when, value: { kind: "measure", measure, target: value.target } };
        const text = String(scalarOf(value));
        const count = measure === "length" ? text.length : text.split(" ").filter(Boolean).length;
        return { when, value: { kind: "constant", value: count } };
      }),
    );
}

/** Number of rows, choices or characters of an answer. */
function sized(args: readonly Term[], machine: Machine): Case[] {
  const rows = rowsOf(one(args), machine);
  if (rows) return rowCount(rows);
  const of = target(one(args), machine);
  const isNumber =
    of.family !== "text" &&
    of.family !== "many" &&
    of.family !== "count" &&
    [...namesOf(of).keys()].every(isNumberOrBoolean);
  if (isNumber) throw new Unmapped("only a text and several choices have a length");
  return measured(of.family === "many" || of.family === "count" ? "count" : "length")(args, machine);
}

const isNumberOrBoolean = (name: string): boolean => number(name) !== undefined || /^(true|false)$/.test(name);

function answersCount(args: readonly Term[], machine: Machine): Case[] {
  const rows = rowsOf(one(args), machine);
  const over = rows ? rowCount(rows) : overRows("count", args, machine);
  if (over) return over;
  const of = target(one(args), machine);
  if (of.family === "many" || of.family === "count") return only({ kind: "measure", measure: "count", target: of });
  return numeric({ if: [{ left: of.left, op: "answered" }, 1, 0] });
}
