import type { Day } from "../../../../shared/domain/graph/calculations/expression.ts";
import { Codes, choicesOf } from "../codes.ts";
import { literal, type Num } from "../computing.ts";
import type { Config, Form } from "../form.ts";
import type { Leaf } from "../formula.ts";
import { hasCase, Language, signs } from "../language.ts";
import { Unsayable } from "../losses.ts";
import { Names } from "../names.ts";

/** Other names would be read as a path in `{q.row}`, or end it. */
const isPartName = (name: string): boolean => !(name in {}) && !/[.[\]{}'"]/.test(name);

/** Calculations and conditions in the expressions of SurveyJS, such as `{q1} = 'x' and {q2} notempty`. */
export class SurveyLanguage extends Language {
  readonly empty = "''";
  readonly calculatedValues: { name: string; expression: string }[] = [];
  protected readonly ifName = "iif";
  private readonly names: Names;
  private readonly parts = new Map<string, Names>();
  private readonly codes = new Codes({});

  constructor(form: Form, names: Names) {
    super(form);
    this.names = names;
  }

  protected truth(value: boolean): string {
    return value ? "1 = 1" : "1 = 2";
  }

  protected negated(text: string): string {
    return `!(${text})`;
  }

  protected defineTruth(name: string, condition: string): string {
    return `${this.define(name, condition)} = true`;
  }

  define(wish: string, expression: string): string {
    const name = this.names.of("calculation", wish);
    this.calculatedValues.push({ name, expression });
    return `{${name}}`;
  }

  protected leaf({ left, op, right, ci, at }: Leaf): string {
    if (left.type === "hidden") throw new Unsayable("it reads a hidden field.");
    if (left.type === "score") return this.numeric(this.numbers.score(at), op, right);
    if (left.type === "calculation") return this.numeric(this.numbers.calculation(left.key, at), op, right);
    return this.answered(left.node_id, left.path, { op, right, ci: ci === true });
  }

  private answered(nodeId: string, path: string | undefined, { op, right, ci }: Test): string {
    const name = this.answer(nodeId);
    const domain = this.form.question(nodeId)?.domain;
    if (path !== undefined && domain?.family === "rank") throw new Unsayable("it compares the rank of an option.");
    const read = path === undefined ? name : `${name.slice(0, -1)}.${this.part(nodeId, path)}}`;
    if (op === "answered") return `${read} notempty`;
    if (op === "not_answered") return `${read} empty`;
    switch (domain?.family) {
      case "text":
        return this.texts(read, { op, right, ci });
      case "num":
        return this.numeric(read, op, right);
      case "date":
        return this.dates(read, op, right);
      case "one":
        return this.choices(nodeId, read, op, right);
      case "row":
        return this.choices(nodeId, read, op, right);
      case "many":
        return this.sets(nodeId, read, op, right);
      case "count":
        return this.counts(read, op, Number(right));
      default:
        throw new Unsayable(`\`${nodeId}\` can't be compared.`);
    }
  }

  private texts(read: string, { op, right, ci }: Test): string {
    if (op === "length_gte")
      return Number(right) <= 0 ? `${read} notempty` : `${read.slice(0, -1)}.length} >= ${right}`;
    if (op === "length_lte") return `${read} notempty and ${read.slice(0, -1)}.length} <= ${right}`;
    const text = String(right);
    if (text === "" && ["contains", "starts_with", "ends_with", "neq"].includes(op)) return `${read} notempty`;
    if (text === "") return this.truth(false);
    if (!["eq", "neq", "contains", "not_contains"].includes(op))
      throw new Unsayable("it compares the beginning, the end or the pattern of a text.");
    if (hasCase(text) && !ci) throw new Unsayable("it tells apart upper and lower case.");
    if (text !== text.trim()) throw new Unsayable("it compares spaces at the end of a text.");
    const sign = op === "eq" ? "=" : op === "neq" ? "!=" : op === "contains" ? "contains" : "notcontains";
    const isOpposite = op === "neq" || op === "not_contains";
    const comparison = `${read} ${sign} ${quoted(text)}`;
    return isOpposite ? `${read} notempty and ${comparison}` : comparison;
  }

  private numeric(read: string, op: string, right: unknown): string {
    if (op === "answered") return `${read} notempty`;
    if (op === "not_answered") return `${read} empty`;
    if (op === "in") return (right as number[]).map((one) => `${read} = ${literal(one)}`).join(" or ");
    if (op === "between") {
      const [low, high] = right as [number, number];
      return `${read} notempty and ${read} >= ${literal(low)} and ${read} <= ${literal(high)}`;
    }
    const comparison = `${read} ${signs[op]} ${literal(right as number)}`;
    return op === "eq" ? comparison : `${read} notempty and ${comparison}`;
  }

  private dates(read: string, op: string, right: unknown): string {
    const [low, high] = [right].flat() as [string, string];
    if (op === "between") return `${read} notempty and ${read} >= '${low}' and ${read} <= '${high}'`;
    const comparison = `${read} ${signs[op]} '${low}'`;
    return op === "eq" ? comparison : `${read} notempty and ${comparison}`;
  }

  private choices(nodeId: string, read: string, op: string, right: unknown): string {
    const values = [right].flat().map((value) => this.value(nodeId, String(value)));
    const [first] = values;
    if (op === "eq" || op === "in")
      return values.length === 1 ? `${read} = ${first}` : `${read} anyof [${values.join(", ")}]`;
    const not = values.length === 1 ? `${read} != ${first}` : `${read} noneof [${values.join(", ")}]`;
    return `${read} notempty and ${not}`;
  }

  private sets(nodeId: string, read: string, op: string, right: unknown): string {
    const isOne = this.form.question(nodeId)?.config.multiple === false;
    const count = `${read.slice(0, -1)}.length}`;
    if (op === "count_gte" || op === "count_lte") return this.counted(read, count, { op, limit: Number(right), isOne });
    const values = [...new Set(right as string[])].map((value) => this.value(nodeId, value));
    const listed = `[${values.join(", ")}]`;
    if (op === "includes_any") return `${read} anyof ${listed}`;
    if (op === "includes_none") return `${read} notempty and ${read} noneof ${listed}`;
    if (isOne) return values.length === 1 ? `${read} anyof ${listed}` : this.truth(false);
    if (op === "includes_all") return `${read} allof ${listed}`;
    return `${read} allof ${listed} and ${count} = ${values.length}`;
  }

  private counts(read: string, op: string, limit: number): string {
    return this.counted(read, `${read.slice(0, -1)}.length}`, { op, limit, isOne: false });
  }

  private counted(
    read: string,
    count: string,
    { op, limit, isOne }: { op: string; limit: number; isOne: boolean },
  ): string {
    if (op === "count_gte") {
      if (limit <= 1) return `${read} notempty`;
      return isOne ? this.truth(false) : `${count} >= ${limit}`;
    }
    if (limit < 1) return this.truth(false);
    return isOne ? `${read} notempty` : `${read} notempty and ${count} <= ${limit}`;
  }

  /** Returns a value of an option, which SurveyJS compares without regard to case. */
  private value(nodeId: string, value: string): string {
    const domain = this.form.question(nodeId)?.domain;
    const known = domain && "columns" in domain ? domain.columns : domain && "values" in domain ? domain.values : [];
    if (!known.includes(value)) throw new Unsayable("it compares an answer that isn't an option.");
    const name = this.optionName(nodeId, value);
    const isAlike = (other: string) => this.optionName(nodeId, other).toLowerCase() === name.toLowerCase();
    if (known.some((other) => other !== value && isAlike(other)))
      throw new Unsayable("it tells apart options by their case.");
    return quoted(name);
  }

  /** Returns the name of a row or field. */
  part(nodeId: string, key: string): string {
    const names = this.parts.get(nodeId) ?? new Names({ isValid: isPartName });
    this.parts.set(nodeId, names);
    const rows = this.form.question(nodeId)?.config.rows as Config[] | undefined;
    return names.of("", key, rows?.find((row) => row.key === key)?.source_value);
  }

  /** Returns the value of an option there. `other` and `none` are values of SurveyJS itself. */
  optionName(nodeId: string, value: string, options = choicesOf(this.form.question(nodeId)?.config)): string {
    const isOpen = this.form.question(nodeId)?.config.allow_other === true;
    const name = this.codes.of(options, value);
    return isOpen && name.toLowerCase() === "other" ? `q_${name}` : name;
  }

  answer(nodeId: string): string {
    return `{${this.names.of("node", nodeId)}}`;
  }

  selected(nodeId: string): string {
    if (this.form.question(nodeId)?.config.multiple === false) return "1";
    return `${this.answer(nodeId).slice(0, -1)}.length}`;
  }

  sumOfRows(nodeId: string, field: string): string {
    return `sumInArray(${this.answer(nodeId)}, ${quoted(this.part(nodeId, field))})`;
  }

  binary(op: string, left: string, right: string): string {
    return `(${left} ${op} ${right})`;
  }

  single(op: "floor" | "ceil" | "abs", value: string): string {
    if (value.length > repeatedLimit) throw new Unsayable(`it computes \`${op}\` of a long part.`);
    if (op === "abs") return `iif(${value} < 0, 0 - ${value}, ${value})`;
    const [sign, more] = op === "floor" ? ["<", "-"] : [">", "+"];
    return `iif(${value} ${sign} 0 and trunc(${value}) != ${value}, trunc(${value}) ${more} 1, trunc(${value}))`;
  }

  round(value: string, digits: number): string {
    if (digits < 0) throw new Unsayable("it rounds to tens or more.");
    return `round(${value}, ${digits})`;
  }

  extreme(op: "min" | "max", values: readonly Num[], valued: (value: Num) => string): string {
    return `${op}(${values.map(valued).join(", ")})`;
  }

  days(unit: string, from: string, to: string): string {
    return `dateDiff(${from}, ${to}, '${unit}')`;
  }

  day(day: Day): string {
    if (day.kind === "today") return "today()";
    return day.kind === "fixed" ? `'${day.date}'` : this.answer(day.node_id);
  }
}

interface Test {
  op: string;
  right?: unknown;
  ci: boolean;
}

/** characters of a part that is written several times */
const repeatedLimit = 150;

/** Writes a text in quotes. Expressions have no other way to write a quote or a backslash. */
export function quoted(text: string): string {
  if (text.includes("\\") || (text.includes("'") && text.includes('"')))
    throw new Unsayable("it compares a text with quotes or a backslash.");
  return text.includes("'") ? `"${text}"` : `'${text}'`;
}
