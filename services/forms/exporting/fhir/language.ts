import type { Day } from "../../../../shared/domain/graph/calculations/expression.ts";
import type { Operand } from "../../../../shared/domain/graph/types.ts";
import { Codes, choicesOf } from "../codes.ts";
import { literal, type Num } from "../computing.ts";
import type { Config, Form } from "../form.ts";
import type { Formula, Leaf } from "../formula.ts";
import { hasCase, Language, signs } from "../language.ts";
import { Unsayable } from "../losses.ts";
import { Names } from "../names.ts";
import { isSimplePattern } from "../patterns.ts";
import { isWholeNumber } from "../steps.ts";

interface Test {
  op: string;
  right?: unknown;
  ci: boolean;
}

/** An item that computes a value, and that no one sees. */
export interface Computed {
  linkId: string;
  type: "integer" | "decimal";
  expression: string;
}

/**
 * Calculations and conditions in FHIRPath. Without an answer a comparison there is empty, and so is its opposite: `negated` makes both
 * true or false.
 */
export class FhirPathLanguage extends Language {
  readonly empty = "{}";
  readonly computed: Computed[] = [];
  readonly names = new Names();
  protected readonly ifName = "iif";

  /** codes (https://hl7.org/fhir/R4/datatypes.html#code) */
  private readonly codes = new Codes({ isValid: (code) => /^[^\s]+(?: [^\s]+)*$/.test(code) });

  constructor(form: Form) {
    super(form);
    for (const { node } of form.nodes) this.names.of("node", node.id, node.data.source_name);
    for (const { key } of form.graph.calculations ?? []) this.names.of("calculation", key);
  }

  protected truth(value: boolean): string {
    return String(value);
  }

  protected negated(text: string): string {
    return `iif(${text}, false, true)`;
  }

  protected defineTruth(name: string, condition: string): string {
    const linkId = this.names.of("calculation", name);
    this.computed.push({ linkId, type: "integer", expression: `iif(${condition}, 1, 0)` });
    return `${pathOf(linkId)}.answer.value = 1`;
  }

  define(wish: string, expression: string): string {
    const linkId = this.names.of("calculation", wish);
    this.computed.push({ linkId, type: "decimal", expression });
    return `${pathOf(linkId)}.answer.value`;
  }

  protected leaf({ left, op, right, ci, at }: Leaf): string {
    if (left.type === "hidden") throw new Unsayable("it reads a hidden field.");
    if (left.type === "score") return this.numeric(this.numbers.score(at), op, right);
    if (left.type === "calculation") return this.numeric(this.numbers.calculation(left.key, at), op, right);
    return this.answered(left, { op, right, ci: ci === true });
  }

  private answered({ node_id: id, path }: Operand & { type: "answer" }, { op, right, ci }: Test): string {
    const domain = this.form.question(id)?.domain;
    if (domain?.family === "row") return this.rows(id, path, op, right);
    if (path !== undefined) throw new Unsayable("it compares the rank of an option.");
    const item = this.path(id);
    const isRows = this.form.node(id).question_type === "records";
    if (op === "answered") return isRows ? `${item}.exists()` : `${item}.answer.exists()`;
    if (op === "not_answered") return isRows ? `${item}.empty()` : `${item}.answer.empty()`;
    const value = `${item}.answer.value`;
    switch (domain?.family) {
      case "text":
        return this.texts(value, { op, right, ci });
      case "num":
        return this.numeric(value, op, right);
      case "date":
        if (domain.precision !== "day") throw new Unsayable("it compares a time.");
        return this.ordered(
          value,
          op,
          [right].flat().map((day) => `@${String(day)}`),
        );
      case "one":
        return this.choices(id, item, op, right);
      case "many":
        return this.sets(id, item, op, right);
      case "count":
        return this.counted(isRows ? `${item}.count()` : `${item}.answer.count()`, op, right);
      default:
        throw new Unsayable(`\`${id}\` can't be compared.`);
    }
  }

  private texts(value: string, { op, right, ci }: Test): string {
    const text = String(right);
    if (op.startsWith("length_")) throw new Unsayable("it counts the characters of a text.");
    if (ci && hasCase(text)) throw new Unsayable("it doesn't tell apart upper and lower case.");
    if (op === "matches" && !isSimplePattern(text))
      throw new Unsayable("its pattern has syntax that is read in another way.");
    if (op === "eq") return `${value} = ${quoted(text)}`;
    if (op === "neq") return `${value}.exists() and ${value} != ${quoted(text)}`;
    if (op === "not_contains") return `${value}.exists() and ${this.negated(`${value}.contains(${quoted(text)})`)}`;
    return `${value}.${functions[op]}(${quoted(text)})`;
  }

  private numeric(value: string, op: string, right: unknown): string {
    if (op === "answered") return `${value}.exists()`;
    if (op === "not_answered") return `${value}.empty()`;
    if (op === "in") return (right as number[]).map((one) => `${value} = ${literal(one)}`).join(" or ");
    return this.ordered(value, op, ([right].flat() as number[]).map(literal));
  }

  private ordered(value: string, op: string, [low = "", high = ""]: readonly string[]): string {
    if (op === "between") return `${value} >= ${low} and ${value} <= ${high}`;
    const comparison = `${value} ${signs[op]} ${low}`;
    return op === "neq" ? `${value}.exists() and ${comparison}` : comparison;
  }

  private choices(id: string, item: string, op: string, right: unknown): string {
    const isBoolean = this.form.node(id).question_type === "yes_no";
    const value = `${item}.answer.value${isBoolean ? "" : ".code"}`;
    const values = [right].flat().map((one) => this.value(id, String(one)));
    const chosen = values.map((one) => `${value} = ${one}`).join(" or ");
    return op === "eq" || op === "in" ? chosen : `${item}.answer.exists() and ${this.negated(chosen)}`;
  }

  private sets(id: string, item: string, op: string, right: unknown): string {
    if (op.startsWith("count_")) return this.counted(`${item}.answer.count()`, op, right);
    const values = [...new Set(right as string[])];
    const chosen = values.map((value) => `${item}.answer.where(value.code = ${this.value(id, value)}).exists()`);
    if (op === "includes_any") return chosen.join(" or ");
    if (op === "includes_none") return `${item}.answer.exists() and ${this.negated(chosen.join(" or "))}`;
    return op === "includes_all"
      ? chosen.join(" and ")
      : [...chosen, `${item}.answer.count() = ${values.length}`].join(" and ");
  }

  private counted(count: string, op: string, right: unknown): string {
    return op === "count_gte" ? `${count} >= ${right}` : `${count} > 0 and ${count} <= ${right}`;
  }

  /** A matrix is a group with a choice for each row. */
  private rows(id: string, path: string | undefined, op: string, right: unknown): string {
    const domain = this.form.question(id)?.domain;
    const rows = domain?.family === "row" ? domain.rows : [];
    const items = (path === undefined ? rows : [path]).map((row) => this.rowPath(id, row));
    if (op === "answered") return items.map((item) => `${item}.answer.exists()`).join(" or ");
    if (op === "not_answered") return items.map((item) => `${item}.answer.empty()`).join(" and ");
    return this.choices(id, items[0] ?? "{}", op, right);
  }

  /** Returns when an item is enabled as `enableWhen`, or null if that takes an expression. */
  whens(formula: Formula): { enableWhen: object[]; enableBehavior?: "all" | "any" } | null {
    if (typeof formula === "boolean") return null;
    const isAny = "any" in formula;
    const parts = "all" in formula ? formula.all : isAny ? formula.any : [formula];
    const whens = parts.map((part) => (typeof part !== "boolean" && "leaf" in part ? this.when(part.leaf) : null));
    if (whens.some((list) => list === null || (isAny && list.length > 1))) return null;
    const list = whens.flatMap((one) => one ?? []);
    return { enableWhen: list, ...(list.length > 1 && { enableBehavior: isAny ? "any" : "all" }) };
  }

  private when({ left, op, right, ci }: Leaf): object[] | null {
    if (left.type !== "answer" || left.path !== undefined || ci) return null;
    const { domain } = this.form.question(left.node_id) ?? {};
    const type = this.form.node(left.node_id).question_type;
    if (!domain || domain.family === "row" || domain.family === "rank" || domain.family === "count") return null;
    const question = this.names.of("node", left.node_id);
    const exists = { question, operator: "exists", answerBoolean: true };
    if (op === "answered") return [exists];
    if (op === "not_answered") return [{ ...exists, answerBoolean: false }];
    const values = [right].flat();
    if (values.length !== 1) return null;
    const operator = domain.family === "many" ? (op === "includes_any" ? "=" : undefined) : signs[op];
    const answer = this.whenAnswer(left.node_id, type, values[0]);
    if (!operator || !answer) return null;
    const when = { question, operator, ...answer };
    return operator === "!=" ? [exists, when] : [when];
  }

  private whenAnswer(id: string, type: string, value: unknown): object | null {
    const { domain, config = {} } = this.form.question(id) ?? {};
    if (type === "yes_no") return { answerBoolean: value === "yes" };
    if (domain?.family === "one" || domain?.family === "many")
      return domain.values.includes(String(value))
        ? { answerCoding: { code: this.optionCode(choicesOf(config), String(value)) } }
        : null;
    if (domain?.family === "num") return isInteger(type, config) ? { answerInteger: value } : { answerDecimal: value };
    if (domain?.family === "text") return { answerString: value };
    if (domain?.family !== "date" || domain.precision === "minute") return null;
    return domain.precision === "day" ? { answerDate: value } : { answerTime: `${String(value)}:00` };
  }

  private value(id: string, value: string): string {
    const { domain } = this.form.question(id) ?? {};
    if (this.form.node(id).question_type === "yes_no") return String(value === "yes");
    const known = domain && "columns" in domain ? domain.columns : domain && "values" in domain ? domain.values : [];
    if (!known.includes(value)) throw new Unsayable("it compares an answer that isn't an option.");
    return quoted(this.optionCode(choicesOf(this.form.question(id)?.config), value));
  }

  /** Returns the code of an option. */
  optionCode(options: readonly Config[], value: string): string {
    return this.codes.of(options, value);
  }

  rowId(id: string, row: string): string {
    return this.names.of(`row ${id}`, `${this.names.of("node", id)}.${row}`);
  }

  fieldId(id: string, field: string): string {
    return this.names.of(`field ${id}`, field);
  }

  private rowPath(id: string, row: string): string {
    return `${this.path(id)}.item.where(linkId='${this.rowId(id, row)}')`;
  }

  /** Returns the path of a node's item, which can be in the group of its page. */
  private path(id: string): string {
    const page = this.form.order.pages.get(id);
    const own = `item.where(linkId='${this.names.of("node", id)}')`;
    return page ? `${pathOf(this.names.of("page", page.id))}.${own}` : `%resource.${own}`;
  }

  answer(nodeId: string): string {
    return `${this.path(nodeId)}.answer.value`;
  }

  selected(nodeId: string): string {
    return `${this.path(nodeId)}.answer.count()`;
  }

  sumOfRows(nodeId: string, field: string): string {
    if (!this.form.question(nodeId)?.fields?.get(field)?.is_required)
      throw new Unsayable("it adds up a field that rows can lack.");
    return `${this.path(nodeId)}.item.where(linkId='${this.fieldId(nodeId, field)}').answer.value.sum()`;
  }

  binary(op: "+" | "-" | "*" | "/" | "%", left: string, right: string): string {
    return `(${left} ${op === "%" ? "mod" : op} ${right})`;
  }

  single(op: "floor" | "ceil" | "abs", value: string): string {
    return `(${value}).${op === "ceil" ? "ceiling" : op}()`;
  }

  round(value: string, digits: number): string {
    if (digits < 0) throw new Unsayable("it rounds to tens or more.");
    return `(${value}).round(${digits})`;
  }

  extreme(op: "min" | "max", values: readonly Num[], valued: (value: Num) => string): string {
    return values.length === 1 ? valued(values[0] as Num) : `(${values.map((one) => valued(one)).join(" | ")}).${op}()`;
  }

  days(): string {
    throw new Unsayable("it counts days, months or years.");
  }

  day(day: Day): string {
    return day.kind === "today" ? "today()" : day.kind === "fixed" ? `@${day.date}` : this.answer(day.node_id);
  }
}

const pathOf = (linkId: string): string => `%resource.item.where(linkId='${linkId}')`;

/** Whether the answers of a numeric question are whole. */
export function isInteger(type: string, config: Readonly<Record<string, unknown>>): boolean {
  if (type === "number") return config.decimals === 0 || isWholeNumber(config);
  if (type !== "number_scale") return true;
  return [config.min, config.max, config.step].every(Number.isInteger);
}

const functions: Readonly<Record<string, string>> = {
  contains: "contains",
  starts_with: "startsWith",
  ends_with: "endsWith",
  matches: "matches",
};

const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;
