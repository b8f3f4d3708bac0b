import { innerParts, type Part } from "../../../shared/domain/graph/calculations/expression.ts";
import { leavesOf } from "../../../shared/domain/graph/conditions.ts";
import type { Operand } from "../../../shared/domain/graph/types.ts";
import { type Computing, literal, type Num } from "./computing.ts";
import type { Form } from "./form.ts";
import { all, any, type Formula, not } from "./formula.ts";
import { Unsayable } from "./losses.ts";
import { pointsOf } from "./points.ts";
import { formulaOf } from "./reach.ts";

const sizeLimit = 9_000;

/** Calculations, points and scores of a form in the language of a format. Each is said once, when it is first read. */
export class Numbers {
  private readonly form: Form;
  private readonly computing: Computing;
  private readonly defined = new Map<string, string | Unsayable>();
  /** calculations that are being converted */
  private readonly open = new Set<string>();
  private readonly totals = new Map<string, boolean>();

  constructor(form: Form, computing: Computing) {
    this.form = form;
    this.computing = computing;
  }

  /** Returns a calculation as it is once the node at this place is answered. */
  calculation(key: string, at: number): string {
    const found = this.form.outline.calculations.get(key);
    if (!found?.value || !found.isSound) throw new Unsayable(`\`${key}\` isn't a valid calculation.`);
    const isLimited = this.readsTotal(key) || [...found.nodes].some((id) => this.form.placeOf(id) > at);
    const name = isLimited && at < this.form.order.nodes.length ? `${key}_at_${at}` : key;
    const { value, source } = found;
    return this.once(`calculation ${name}`, name, () => {
      if (this.open.has(key)) throw new Unsayable(`\`${key}\` reads itself.`);
      this.open.add(key);
      const { decimals = 2 } = source;
      const number = this.part(value, at);
      this.open.delete(key);
      const isWhole = found.isWhole && decimals >= 0;
      return this.value(isWhole ? number : { ...number, text: this.computing.round(number.text, decimals) });
    });
  }

  /** Returns the points of an answer. */
  points(id: string): Num {
    const { node, question } = this.scored(id);
    const known: Formula = { leaf: { left: { type: "answer", node_id: id }, op: "answered", at: this.last } };
    const name = `points_${id}`;
    const text = this.once(`points ${id}`, name, () => {
      const { text } = pointsOf(node, question, this.computing, this.last);
      return this.value({ text, known });
    });
    return { text, known };
  }

  /** Whether the points of an answer could be said. */
  hasPoints(id: string): boolean {
    return typeof this.defined.get(`points ${id}`) === "string";
  }

  /** Returns the score as it is once the node at this place is answered. */
  score(at: number): string {
    const scored = this.form.nodes.filter(({ question, at: place }) => question.is_scored && place <= at);
    const last = scored.at(-1);
    if (!last) return "0";
    return this.once(`score ${last.at}`, last === this.lastScored ? "score" : `score_at_${last.node.id}`, () => {
      const before = scored.at(-2);
      const own = this.points(last.node.id);
      const given = this.computing.choose(this.computing.print(own.known), own.text, "0");
      return before ? this.computing.binary("+", this.score(before.at), given) : given;
    });
  }

  /** Returns a part of a calculation as a number. */
  part(part: Part, at: number): Num {
    const number = this.partIn(part, at);
    if (number.text.length > sizeLimit) throw new Unsayable("its calculation is too long.");
    return number;
  }

  /** Returns a number as a value, which is empty if it isn't known. */
  value({ text, known }: Num): string {
    const { computing } = this;
    if (typeof known === "boolean") return known ? text : computing.empty;
    return computing.choose(computing.print(known), text, computing.empty);
  }

  private get last(): number {
    return this.form.order.nodes.length;
  }

  private get lastScored() {
    return this.form.nodes.findLast(({ question }) => question.is_scored);
  }

  private scored(id: string) {
    const found = this.form.nodes.find(({ node }) => node.id === id);
    if (!found?.question.is_scored) throw new Unsayable(`\`${id}\` has no points.`);
    return found;
  }

  private once(key: string, name: string, make: () => string): string {
    const known = this.defined.get(key);
    if (known instanceof Unsayable) throw known;
    if (known !== undefined) return known;
    try {
      const text = this.computing.define(name, make());
      this.defined.set(key, text);
      return text;
    } catch (error) {
      if (error instanceof Unsayable) this.defined.set(key, error);
      throw error;
    }
  }

  private partIn(part: Part, at: number): Num {
    const { computing } = this;
    switch (part.kind) {
      case "number":
        return { text: literal(part.value), known: true };
      case "answer":
        return this.read({ type: "answer", node_id: part.node_id }, at, () => this.numberIn(part.node_id));
      case "selected":
        return this.read({ type: "answer", node_id: part.node_id }, at, () => computing.selected(part.node_id));
      case "points":
        if (this.form.placeOf(part.node_id) > at) return { text: "0", known: false };
        return this.points(part.node_id);
      case "total":
        return { text: this.score(at), known: true };
      case "hidden":
        throw new Unsayable("it reads a hidden field.");
      case "calculation": {
        const text = this.calculation(part.key, at);
        return { text, known: { leaf: { left: { type: "calculation", key: part.key }, op: "answered", at } } };
      }
      case "rows":
        return this.rows(part, at);
      case "if":
        return this.choice(part, at);
      case "days":
        return this.days(part, at);
      case "single":
      case "round": {
        const inner = this.part(part.item, at);
        const text =
          part.kind === "round" ? computing.round(inner.text, part.digits) : computing.single(part.op, inner.text);
        return { ...inner, text };
      }
      case "pair":
        return this.pair(part, at);
      case "list":
        return this.list(part, at);
    }
  }

  private read(left: Operand & { type: "answer" }, at: number, text: () => string): Num {
    this.form.checkRead(left.node_id);
    const place = this.form.placeOf(left.node_id);
    if (place < 0 || place > at) return { text: "0", known: false };
    return { text: text(), known: { leaf: { left, op: "answered", at } } };
  }

  private numberIn(nodeId: string): string {
    if (this.form.question(nodeId)?.domain?.family !== "num") throw new Unsayable("it calculates with a time.");
    return this.computing.answer(nodeId);
  }

  private rows({ op, node_id, field, at_least }: Extract<Part, { kind: "rows" }>, at: number): Num {
    const left = { type: "answer" as const, node_id };
    if (op === "mean_of" || at_least > 0) throw new Unsayable("it reads a mean over rows, or needs a number of rows.");
    const sum = this.read(left, at, () => this.computing.sumOfRows(node_id, field));
    return sum.known === false ? { text: "0", known: true } : { ...sum, ...this.orZero(sum), known: true };
  }

  private orZero(number: Num): Num {
    if (number.known === true) return number;
    if (number.known === false) return { text: "0", known: true };
    return { text: this.computing.choose(this.computing.print(number.known), number.text, "0"), known: true };
  }

  private choice({ condition, then, otherwise }: Extract<Part, { kind: "if" }>, at: number): Num {
    const when = formulaOf(condition, "", at);
    const [a, b] = [this.part(then, at), this.part(otherwise, at)];
    const known = a.known === true && b.known === true ? true : any([all([when, a.known]), all([not(when), b.known])]);
    const text = a.known === false ? b.text : b.known === false ? a.text : null;
    return { text: text ?? this.computing.choose(this.computing.print(when), a.text, b.text), known };
  }

  private days({ unit, from, to }: Extract<Part, { kind: "days" }>, at: number): Num {
    const reads = [from, to].flatMap((day): Formula[] =>
      day.kind === "answer" ? [this.read({ type: "answer", node_id: day.node_id }, at, () => "").known] : [],
    );
    const known = all(reads);
    if (known === false) return { text: "0", known };
    return { text: this.computing.days(unit, this.computing.day(from), this.computing.day(to)), known };
  }

  private pair({ op, items }: Extract<Part, { kind: "pair" }>, at: number): Num {
    const [left, right] = items.map((item) => this.part(item, at)) as [Num, Num];
    const known = all([left.known, right.known]);
    if (op === "subtract") return { text: this.computing.binary("-", left.text, right.text), known };
    const text = this.computing.binary(op === "divide" ? "/" : "%", left.text, right.text);
    const divisor = items[1];
    if (divisor.kind === "number") return { text, known: divisor.value === 0 ? false : known };
    return { text, known: all([known, { raw: this.isNotZero(right.text) }]) };
  }

  private isNotZero(text: string): string {
    return `${text} != 0`;
  }

  private list({ op, items, at_least }: Extract<Part, { kind: "list" }>, at: number): Num {
    const { computing } = this;
    const parts = items.map((item) => this.part(item, at));
    const some = parts.filter(({ known }) => known !== false);
    const fold = (sign: "+" | "*", list: readonly Num[]) =>
      list.map(({ text }) => text).reduce((left, right) => computing.binary(sign, left, right));
    if (op === "add" || op === "multiply")
      return { text: fold(op === "add" ? "+" : "*", parts), known: all(parts.map(({ known }) => known)) };
    if (op === "coalesce") return this.firstKnown(parts);
    const known = any(parts.map((part) => part.known));
    if (op === "min" || op === "max") {
      if (some.length === 0) return { text: "0", known: false };
      return { text: computing.extreme(op, some, (value) => this.value(value)), known };
    }
    const zero = { text: "0", known: true };
    const sum =
      some.length > 0
        ? fold(
            "+",
            some.map((one) => this.orZero(one)),
          )
        : "0";
    const ones = some.map(({ known: when }): Num => this.orZero({ text: "1", known: when }));
    const count = ones.length > 0 ? fold("+", ones) : "0";
    const enough: Formula = at_least > 0 ? { raw: `${count} >= ${at_least}` } : true;
    if (op === "sum") return { ...zero, text: sum, known: enough };
    if (op === "count") return { ...zero, text: count, known: enough };
    return { text: computing.binary("/", sum, count), known: all([known, enough]) };
  }

  private firstKnown(parts: readonly Num[]): Num {
    const [last, ...others] = parts.toReversed();
    if (!last) return { text: "0", known: false };
    const text = others.reduce(
      (rest, part) =>
        part.known === true
          ? part.text
          : part.known === false
            ? rest
            : this.computing.choose(this.computing.print(part.known), part.text, rest),
      last.text,
    );
    return { text, known: any(parts.map(({ known }) => known)) };
  }

  /** Whether a calculation reads the score, directly or through others. */
  private readsTotal(key: string): boolean {
    const known = this.totals.get(key);
    if (known !== undefined) return known;
    // calculations can't read each other in a circle
    this.totals.set(key, false);
    const found = this.form.outline.calculations.get(key);
    const isRead = found?.value
      ? readsScore(found.value) || [...found.keys].some((one) => one !== key && this.readsTotal(one))
      : false;
    this.totals.set(key, isRead);
    return isRead;
  }
}

const readsScore = (part: Part): boolean =>
  part.kind === "total" ||
  (part.kind === "if" && leavesOf(part.condition).some(({ left }) => left?.type === "score")) ||
  innerParts(part).some(readsScore);
