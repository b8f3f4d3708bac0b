import type { Day } from "../../../../shared/domain/graph/calculations/expression.ts";
import type { Operand } from "../../../../shared/domain/graph/types.ts";
import { Codes, choicesOf } from "../codes.ts";
import { literal, type Num } from "../computing.ts";
import type { Form } from "../form.ts";
import type { Leaf } from "../formula.ts";
import { hasCase, Language, signs } from "../language.ts";
import { Unsayable } from "../losses.ts";
import { Names } from "../names.ts";
import { isSimplePattern } from "../patterns.ts";

interface Test {
  op: string;
  right?: unknown;
  ci: boolean;
}

/** Calculations and conditions in the XPath of XLSForms (https://docs.getodk.org/form-operators-functions/). */
export class XpathLanguage extends Language {
  readonly empty = "''";
  readonly calculates: { name: string; calculation: string }[] = [];
  protected readonly ifName = "if";
  /** names of XML elements; `<select>_other` is the text beside a choice */
  readonly names = new Names({
    isValid: (name) => /^[A-Za-z_][\w-]*$/.test(name) && !/^xml/i.test(name),
    isValidSource: (name) => /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name) && !/^xml/i.test(name),
    reserved: ["meta", "instanceID", "instanceName"],
  });

  private readonly codes = new Codes({ isValid: (name) => !/[\s'"]/.test(name) });

  constructor(form: Form) {
    super(form);
    for (const { node, question } of form.nodes) {
      const name = this.names.of("node", node.id, node.data.source_name);
      if (question.config.allow_other === true) this.names.of("other", `${name}_other`);
    }
    for (const key of form.graph.hidden_fields ?? []) this.names.of("hidden", key);
    for (const { key } of form.graph.calculations ?? []) this.names.of("calculation", key);
  }

  protected truth(value: boolean): string {
    return value ? "1 = 1" : "1 = 2";
  }

  protected negated(text: string): string {
    return `not(${text})`;
  }

  protected defineTruth(name: string, condition: string): string {
    return `${this.define(name, `if(${condition}, 1, 0)`)} = 1`;
  }

  define(wish: string, calculation: string): string {
    const name = this.names.of("calculation", wish);
    this.calculates.push({ name, calculation });
    return `\${${name}}`;
  }

  protected leaf({ left, op, right, ci, at }: Leaf): string {
    if (left.type === "score") return this.numeric(this.numbers.score(at), op, right);
    if (left.type === "calculation") return this.numeric(this.numbers.calculation(left.key, at), op, right);
    if (left.type === "hidden") return this.hidden(left.key, { op, right, ci: ci === true });
    return this.answered(left, { op, right, ci: ci === true });
  }

  private hidden(key: string, test: Test): string {
    if (!this.form.outline.hidden_fields.has(key)) throw new Unsayable(`\`${key}\` isn't a hidden field.`);
    if (test.op.startsWith("length_")) throw new Unsayable("it counts the characters of a hidden field.");
    return this.texts(`\${${this.names.of("hidden", key)}}`, test);
  }

  private answered(left: Operand & { type: "answer" }, { op, right, ci }: Test): string {
    const { node_id: id, path } = left;
    const domain = this.form.question(id)?.domain;
    if (domain?.family === "row") return this.rows(id, path, op, right);
    if (path !== undefined) throw new Unsayable("it compares the rank of an option.");
    const read = this.answer(id);
    if (this.form.node(id).question_type === "records") return this.counts(`count(${read})`, op, right);
    if (op === "answered") return `${read} != ''`;
    if (op === "not_answered") return `${read} = ''`;
    switch (domain?.family) {
      case "text":
        return this.texts(read, { op, right, ci });
      case "num":
        return this.numeric(read, op, right);
      case "date":
        if (domain.precision !== "day") throw new Unsayable("it compares a time.");
        return this.dates(read, op, right);
      case "one":
        return this.choices(id, read, op, right);
      case "many":
        return this.sets(id, read, op, right);
      case "count":
        // one row takes one file
        if (this.form.question(id)?.config.max_files !== 1) throw new Unsayable("it counts files.");
        return op === "count_gte" ? this.truth(false) : `${read} != ''`;
      default:
        throw new Unsayable(`\`${id}\` can't be compared.`);
    }
  }

  private texts(read: string, { op, right, ci }: Test): string {
    if (op === "answered") return `${read} != ''`;
    if (op === "not_answered") return `${read} = ''`;
    if (op === "length_gte") return `string-length(${read}) >= ${right}`;
    if (op === "length_lte") return `${read} != '' and string-length(${read}) <= ${right}`;
    const text = String(right);
    if (op === "matches") return `regex(${read}, ${quoted(patternOf(text, ci))})`;
    if (text === "") return op === "eq" || op === "not_contains" ? this.truth(false) : `${read} != ''`;
    if (ci && hasCase(text)) throw new Unsayable("it doesn't tell apart upper and lower case.");
    switch (op) {
      case "eq":
        return `${read} = ${quoted(text)}`;
      case "neq":
        return `${read} != '' and ${read} != ${quoted(text)}`;
      case "not_contains":
        return `${read} != '' and not(contains(${read}, ${quoted(text)}))`;
      case "contains":
        return `contains(${read}, ${quoted(text)})`;
      default:
        return `${op.replace("_", "-")}(${read}, ${quoted(text)})`;
    }
  }

  private numeric(read: string, op: string, right: unknown): string {
    if (op === "answered") return `${read} != ''`;
    if (op === "not_answered") return `${read} = ''`;
    if (op === "in") return (right as number[]).map((one) => `${read} = ${literal(one)}`).join(" or ");
    if (op === "between") {
      const [low, high] = right as [number, number];
      return `${read} >= ${literal(low)} and ${read} <= ${literal(high)}`;
    }
    const comparison = `${read} ${signs[op]} ${literal(right as number)}`;
    return op === "neq" ? `${read} != '' and ${comparison}` : comparison;
  }

  private dates(read: string, op: string, right: unknown): string {
    const [low, high] = [right].flat() as [string, string];
    if (op === "between") return `${read} >= date('${low}') and ${read} <= date('${high}')`;
    return `${read} ${signs[op]} date('${low}')`;
  }

  private choices(id: string, read: string, op: string, right: unknown): string {
    const values = [right].flat().map((value) => this.value(id, String(value)));
    if (op === "eq" || op === "in") return values.map((value) => `${read} = ${value}`).join(" or ");
    return [`${read} != ''`, ...values.map((value) => `${read} != ${value}`)].join(" and ");
  }

  private sets(id: string, read: string, op: string, right: unknown): string {
    const isOne = this.form.question(id)?.config.multiple === false;
    const count = `count-selected(${read})`;
    if (op === "count_gte") return isOne ? this.truth(false) : `${count} >= ${right}`;
    if (op === "count_lte") return isOne ? `${read} != ''` : `${read} != '' and ${count} <= ${right}`;
    const values = [...new Set(right as string[])];
    const chosen = values.map((value) =>
      isOne ? `${read} = ${this.value(id, value)}` : `selected(${read}, ${this.value(id, value)})`,
    );
    if (op === "includes_any") return chosen.join(" or ");
    if (op === "includes_none") return `${read} != '' and not(${chosen.join(" or ")})`;
    if (isOne) return values.length === 1 ? (chosen[0] as string) : this.truth(false);
    return op === "includes_all" ? chosen.join(" and ") : `${[...chosen, `${count} = ${values.length}`].join(" and ")}`;
  }

  private counts(count: string, op: string, right: unknown): string {
    if (op === "answered") return `${count} > 0`;
    if (op === "not_answered") return `${count} = 0`;
    return op === "count_gte" ? `${count} >= ${right}` : `${count} > 0 and ${count} <= ${right}`;
  }

  /** A matrix is a group with a choice for each row. */
  private rows(id: string, path: string | undefined, op: string, right: unknown): string {
    const domain = this.form.question(id)?.domain;
    const rows = domain?.family === "row" ? domain.rows : [];
    const reads = (path === undefined ? rows : [path]).map((row) => `\${${this.rowName(id, row)}}`);
    if (op === "answered") return reads.map((read) => `${read} != ''`).join(" or ");
    if (op === "not_answered") return reads.map((read) => `${read} = ''`).join(" and ");
    return this.choices(id, reads[0] ?? "''", op, right);
  }

  rowName(id: string, row: string): string {
    return this.names.of(`row ${id}`, `${this.names.of("node", id)}_${row}`);
  }

  fieldName(id: string, field: string): string {
    return this.names.of(`field ${id}`, field);
  }

  private value(id: string, value: string): string {
    const domain = this.form.question(id)?.domain;
    const known = domain && "columns" in domain ? domain.columns : domain && "values" in domain ? domain.values : [];
    if (!known.includes(value)) throw new Unsayable("it compares an answer that isn't an option.");
    return quoted(this.optionName(id, value));
  }

  /** Returns the name of a choice of this question, or of these options. `other` is that of the text beside it. */
  optionName(id: string, value: string, options = choicesOf(this.form.question(id)?.config)): string {
    const name = this.codes.of(options, value);
    return this.form.question(id)?.config.allow_other === true && name === "other" ? "q_other" : name;
  }

  answer(nodeId: string): string {
    return `\${${this.names.of("node", nodeId)}}`;
  }

  selected(nodeId: string): string {
    if (this.form.question(nodeId)?.config.multiple === false) return "1";
    return `count-selected(${this.answer(nodeId)})`;
  }

  sumOfRows(nodeId: string, field: string): string {
    const { fields } = this.form.question(nodeId) ?? {};
    if (!fields?.get(field)?.is_required) throw new Unsayable("it adds up a field that rows can lack.");
    return `sum(\${${this.fieldName(nodeId, field)}})`;
  }

  binary(op: "+" | "-" | "*" | "/" | "%", left: string, right: string): string {
    const word = op === "/" ? "div" : op === "%" ? "mod" : op;
    return `(${left} ${word} ${right})`;
  }

  single(op: "floor" | "ceil" | "abs", value: string): string {
    return `${op === "ceil" ? "ceiling" : op}(${value})`;
  }

  round(value: string, digits: number): string {
    if (digits < 0) throw new Unsayable("it rounds to tens or more.");
    return `round(${value}, ${digits})`;
  }

  extreme(op: "min" | "max", values: readonly Num[], valued: (value: Num) => string): string {
    if (!values.every(({ known }) => known === true))
      throw new Unsayable("it takes the lowest or highest of answers that can be missing.");
    return `${op}(${values.map(valued).join(", ")})`;
  }

  days(unit: "days" | "months" | "years", from: string, to: string): string {
    if (unit !== "days") throw new Unsayable("it counts months or years.");
    return `(${to} - ${from})`;
  }

  day(day: Day): string {
    if (day.kind === "today") return "today()";
    if (day.kind === "fixed") return `date('${day.date}')`;
    const { domain } = this.form.question(day.node_id) ?? {};
    if (domain?.family === "date" && domain.precision !== "day") throw new Unsayable("it counts from a time.");
    return this.answer(day.node_id);
  }
}

/** Returns a pattern that matches the whole text, as there, where ours matches any part of it. */
function patternOf(pattern: string, ci: boolean): string {
  if (ci && hasCase(pattern)) throw new Unsayable("its pattern doesn't tell apart upper and lower case.");
  if (!isSimplePattern(pattern)) throw new Unsayable("its pattern has syntax that is read in another way.");
  return `.*(?:${pattern}).*`;
}

/** Writes a text in quotes. XPath has no way to write both kinds in one text. */
export function quoted(text: string): string {
  if (text.includes("'") && text.includes('"')) throw new Unsayable("it compares a text with both kinds of quotes.");
  if (text.includes("${") || /[“”‘’]/.test(text))
    throw new Unsayable("it compares a text with special quotes or `${`.");
  return text.includes("'") ? `"${text}"` : `'${text}'`;
}
