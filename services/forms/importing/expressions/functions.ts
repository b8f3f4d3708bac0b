import { conditionLeafLimit } from "../../../../shared/domain/limits.ts";
import { type Comparator, checkOptions, chosen, compared, presence, searched, type TextTest } from "./comparison.ts";
import { areDates, choice, computed, dateOf, listed, numberOf, points, span } from "./numbers.ts";
import type { Scope } from "./scope.ts";
import type { Target } from "./targets.ts";
import { nameTerm, type Term, Unmapped } from "./terms.ts";
import { isText, joinedTexts } from "./texts.ts";
import { all, any, not, type Truth } from "./truth.ts";
import { conjunction, disjunction, negated, type TruthValue, truthValue } from "./truths.ts";
import { type Case, cases, combined, constant, isEmptyText, numeric, only, unknown, type Value } from "./values.ts";

/** Conversion of inner terms. */
export interface Machine {
  scope: Scope;
  cases(term: Term): Case[];
  truth(term: Term): TruthValue;
  number(term: Term): unknown;
}

type Operation = (args: readonly Term[], machine: Machine) => Case[];

/** Returns the meaning of a call. Throws `Unmapped` if it has none. */
export function called(name: string, args: readonly Term[], machine: Machine): Case[] {
  const operation = operations.get(name);
  if (!operation) throw new Unmapped(`\`${name.replace(/^\./, "").slice(0, 40)}\` isn't supported`);
  return operation(args, machine);
}

const comparison =
  (op: Comparator, isOpposite = false): Operation =>
  (args, machine) => {
    const [left, right] = two(args).map(machine.cases) as [Case[], Case[]];
    const truth = truthValue(compared(op, left, right, machine.scope), machine.scope);
    return only(isOpposite ? negated(truth) : truth);
  };

const arithmetic =
  (operation: string): Operation =>
  (args, machine) => {
    const [left, right] = two(args).map(machine.cases) as [Case[], Case[]];
    if (operation === "add" && [...left, ...right].some(({ value }) => isText(value)))
      return joinedTexts([left, right], machine.scope);
    return computed(operation, left, right, machine.scope);
  };

const ofList =
  (operation: string): Operation =>
  (args, machine) =>
    numeric(args.length === 0 ? unknown : listed(operation, args.map(machine.number), machine.scope));

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
function ofColumn(operation: string): Operation {
  return (args, machine) => {
    const [matrix, columnTerm] = two(args);
    if (args.length > 2) throw new Unmapped("a filter of rows isn't supported");
    const name = matrix.kind === "name" ? matrix.name : "";
    const own = `.${String(fixed(columnTerm, machine))}`;
    const cells = machine.scope.names((cell) => cell.startsWith(`${name}.`) && cell.endsWith(own));
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
    const found = any(machine.cases(one(args)).map(({ when, value }) => all([when, presence(value, machine.scope)])));
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
  ["notcontains", testOfTwo(contained, true)],
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
  ["same", (args, { cases: found }) => found(one(args))],
  ["number", (args, machine) => machine.cases(one(args))],
  ["today", () => only({ kind: "date", day: "today", plus: 0 })],
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
  ["count-answers", answersCount],
  ["selected-at", selectedAt],
  ["concat", (args, machine) => joinedTexts(args.map(machine.cases), machine.scope)],
  ["choice-name", (args, machine) => joinedTexts([machine.cases(one(args))], machine.scope)],
  ["format-date", formattedDate],
]);

function one(args: readonly Term[]): Term {
  const [first] = args;
  if (!first) throw new Unmapped("it lacks a part");
  return first;
}

function two(args: readonly Term[]): [Term, Term] {
  const [first, second] = args;
  if (!first || !second) throw new Unmapped("it lacks a part");
  return [first, second];
}

/** A column of a choice. Elsewhere a bare name is a question. */
function column(args: readonly Term[], machine: Machine): Case[] {
  const term = one(args);
  const name = term.kind === "value" ? String(term.value) : "";
  const { columns } = machine.scope;
  return columns ? constant(columns.get(name.toLowerCase()) ?? "") : machine.cases(nameTerm(name));
}

const itemsOf = (value: Value): Value[] => (value.kind === "list" ? value.items : [value]);

function contained(value: Value, part: Value, scope: Scope): Truth {
  const target = value.kind === "target" ? value.target : null;
  if (target?.family === "many") return all(itemsOf(part).map((item) => chosen(target, scalarOf(item), scope)));
  if (value.kind === "list") return any(value.items.map((item) => compared("=", only(part), only(item), scope)));
  return searched("contains", value, part, scope);
}

function anyOf(value: Value, part: Value, scope: Scope): Truth {
  const target = value.kind === "target" ? value.target : null;
  const isChoice = target?.family === "many" || target?.family === "one";
  if (part.kind !== "list" && !isChoice) throw new Unmapped("it compares with something other than a list");
  return any(
    itemsOf(part).map((item) =>
      target && isChoice ? chosen(target, scalarOf(item), scope) : compared("=", only(value), only(item), scope),
    ),
  );
}

function allOf(value: Value, part: Value, scope: Scope): Truth {
  const target = value.kind === "target" ? value.target : null;
  if (target?.family !== "many" && itemsOf(part).length > 1) throw new Unmapped("it compares one answer with several");
  return contained(value, part.kind === "list" && target?.family !== "many" ? (part.items[0] ?? part) : part, scope);
}

/** `selected(x, 'a')`: a choice, or a word of a text that is known. */
function selected(value: Value, name: Value, scope: Scope): Truth {
  if (name.kind === "target" && value.kind === "target") return bothChosen(value.target, name.target, scope);
  // a list of words has the word that is chosen in a question
  if (name.kind === "target" && value.kind === "constant" && name.target.family === "one")
    return any(
      String(value.value)
        .split(" ")
        .map((word) => chosen(name.target, word, scope)),
    );
  const wanted = String(scalarOf(name)).trim();
  if (value.kind === "constant") return String(value.value).split(" ").includes(wanted);
  if (value.kind !== "target") throw new Unmapped("`selected` needs a question");
  if (wanted === "") return { left: value.target.left, op: "not_answered" };
  return chosen(value.target, wanted, scope);
}

/** Whether several choices include the option that is chosen in another question. */
function bothChosen(list: Target, choice: Target, scope: Scope): Truth {
  if (choice.family !== "one" || choice.isOpen) throw new Unmapped("`selected` needs a fixed choice");
  if (choice.values.size > conditionLeafLimit)
    throw new Unmapped(`it needs more than ${conditionLeafLimit} comparisons`);
  const same = [...choice.values.keys()].map((name) => all([chosen(choice, name, scope), chosen(list, name, scope)]));
  // no choice is the empty text, which is selected in an empty list
  return any([...same, all([list, choice].map(({ left }): Truth => ({ left, op: "not_answered" })))]);
}

function scalarOf(value: Value): string | number | boolean {
  if (value.kind !== "constant") throw new Unmapped("it compares with something other than a value");
  return value.value;
}

function isNumeric({ value }: Case): boolean {
  if (value.kind === "constant")
    return value.value !== "" && typeof value.value !== "boolean" && Number.isFinite(Number(value.value));
  return (
    value.kind === "number" || value.kind === "measure" || (value.kind === "target" && value.target.family === "num")
  );
}

/** Whether cases can be one number. Those that are always empty can't. */
const areNumbers = (found: readonly Case[]): boolean =>
  found.some(isNumeric) && found.every((it) => isNumeric(it) || isEmptyText(it.value));

function chosenBranch(args: readonly Term[], machine: Machine): Case[] {
  const [condition, then] = two(args);
  const otherwise = args[2];
  const { yes } = machine.truth(condition);
  if (typeof yes === "boolean") return yes ? machine.cases(then) : otherwise ? machine.cases(otherwise) : constant("");
  const branches = [machine.cases(then), otherwise ? machine.cases(otherwise) : constant("")];
  if (areNumbers(branches.flat())) {
    const [a, b] = branches.map((found) => numberOf(found, machine.scope));
    return numeric(choice(yes, a, b));
  }
  return cases(
    branches.flatMap((found, at) =>
      found.map(({ when, value }) => ({ when: all([at === 0 ? yes : not(yes), when]), value })),
    ),
  );
}

function firstKnown(args: readonly Term[], machine: Machine): Case[] {
  const terms = args.map(machine.cases);
  if (terms.every(areNumbers)) return numeric(listed("coalesce", args.map(machine.number), machine.scope));
  return terms.reduceRight<Case[]>(
    (rest, found) =>
      cases(
        found.flatMap(({ when, value }) => {
          const isKnown = presence(value, machine.scope);
          return [
            { when: all([when, isKnown]), value },
            ...rest.map((it) => ({ when: all([when, not(isKnown), it.when]), value: it.value })),
          ];
        }),
      ),
    constant(""),
  );
}

/** `mod` has the sign of the dividend, so this rounds towards zero. */
const wholePart = (value: unknown) => ({ subtract: [value, { mod: [value, 1] }] });

const exponentLimit = 8;

function power(args: readonly Term[], machine: Machine): Case[] {
  const [base, exponent] = two(args);
  const times = Number(fixed(exponent, machine));
  if (!Number.isInteger(times) || times < 1 || times > exponentLimit)
    throw new Unmapped("powers need a whole exponent up to 8");
  const part = machine.number(base);
  return numeric({ multiply: Array.from({ length: times }, () => part) });
}

/** Returns the value of a term that has only one. */
function fixed(term: Term, machine: Machine): string | number | boolean {
  const [first, ...others] = machine.cases(term);
  if (!first || others.length > 0) throw new Unmapped("it needs a fixed value");
  return scalarOf(first.value);
}

function digitsOf(term: Term | undefined, machine: Machine): number {
  const digits = term ? Number(fixed(term, machine)) : 0;
  if (!Number.isInteger(digits)) throw new Unmapped("it rounds to an unknown number of digits");
  return Math.min(Math.max(digits, -6), 6);
}

function spanOf(unit: "days" | "months" | "years"): Operation {
  return (args, machine) => {
    const [from, to] = two(args).map(machine.cases) as [Case[], Case[]];
    return combined(from, to, (f, t) => numeric(isEmptyText(f) || isEmptyText(t) ? unknown : span(unit, f, t)));
  };
}

function target(term: Term, { cases: found }: Machine): Target {
  const [first, ...others] = found(term);
  if (first?.value.kind !== "target" || others.length > 0) throw new Unmapped("it doesn't name a question");
  return first.value.target;
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

function answersCount(args: readonly Term[], machine: Machine): Case[] {
  const of = target(one(args), machine);
  if (of.family === "many") return only({ kind: "measure", measure: "count", target: of });
  return numeric({ if: [{ left: of.left, op: "answered" }, 1, 0] });
}

/** The first of several choices, in the order of the options. */
function selectedAt(args: readonly Term[], machine: Machine): Case[] {
  const [list, index] = two(args);
  const from = target(list, machine);
  checkOptions(from);
  if (Number(fixed(index, machine)) !== 0) throw new Unmapped("only the first choice can be read");
  if (from.family === "one") return machine.cases(list);
  if (from.family !== "many") throw new Unmapped("it needs a question with choices");
  const names = [...from.values.keys()];
  const none: Case = { when: { left: from.left, op: "not_answered" }, value: { kind: "constant", value: "" } };
  const first = names.map((name, at): Case => {
    const before = names.slice(0, at).map((earlier) => not(chosen(from, earlier, machine.scope)));
    return { when: all([chosen(from, name, machine.scope), ...before]), value: { kind: "constant", value: name } };
  });
  return cases([...first, none]);
}

/** The first day of the calendar, from which years and months are counted. */
const start: Value = { kind: "date", day: "0001-01-01", plus: 0 };

/** Years and months of a date are numbers. A whole date is itself. */
function formattedDate(args: readonly Term[], machine: Machine): Case[] {
  const [date, format] = two(args);
  const pattern = String(fixed(format, machine));
  const found = machine.cases(date);
  if (pattern === "%Y-%m-%d") return found;
  const parts = { "%Y": "years", "%m": "months", "%n": "months" } as const;
  const unit = parts[pattern as keyof typeof parts];
  if (!unit) return joinedTexts([found], machine.scope);
  return cases(
    found.flatMap(({ when, value }) => {
      if (isEmptyText(value)) return [{ when, value }];
      if (!dateOf(value) && !areDates(value, start)) throw new Unmapped("it formats something other than a date");
      const count = span(unit, start, value);
      const part = { add: [unit === "years" ? count : { mod: [count, 12] }, 1] };
      return [{ when, value: { kind: "number" as const, part } }];
    }),
  );
}
