import { parsePart } from "../../../../shared/domain/graph/calculations/expression.ts";
import type { Band, Calculation, Condition, GraphNode, Reason } from "../../../../shared/domain/graph/types.ts";
import { calculationLimit, calculationPartLimit, partLimit } from "../../../../shared/domain/limits.ts";
import type { ImportedForm, Item } from "../importedForm.ts";
import { calculationTarget, type Target } from "./targets.ts";
import { type Term, Unmapped } from "./terms.ts";
import type { Case } from "./values.ts";

/** How a language computes and compares. */
export interface Dialect {
  /** whether `=` between texts ignores case */
  ignoresCase: boolean;
  /** operator of `=` between several choices and one value. Null if they never are equal. */
  setEquals: "includes_any" | "equals_set" | null;
  /** an unanswered part of a sum */
  missing: "zero" | "unknown";
  /** whether `max` of an answer and an unanswered part is unknown */
  needsAll: boolean;
  /** whether an empty text is equal to an unanswered question */
  hasEmptyText: boolean;
  /** whether an unanswered question is at most another one */
  ordersEmpty: boolean;
  /** whether the opposite of a comparison with an unanswered question isn't true either */
  hasUnknown: boolean;
  /** whether only true is true, and neither a text nor a number other than 1 */
  needsBoolean: boolean;
  /** whether a calculated yes/no is a text, and any text is true */
  hasTextTruths: boolean;
  /** whether dates are numbers of days */
  countsDays: boolean;
  /** whether values of different types are compared as in JavaScript, and a list is equal only to several choices */
  comparesLoosely: boolean;
  /** how times are written; null if they have a time zone, which ours haven't */
  times: "minutes" | "seconds" | null;
}

/** How REDCap and LimeSurvey compute and compare. An unanswered question makes an operation unknown, and functions leave it out. */
export const plainDialect: Dialect = {
  ignoresCase: false,
  setEquals: null,
  missing: "unknown",
  needsAll: false,
  hasEmptyText: true,
  ordersEmpty: false,
  hasUnknown: false,
  needsBoolean: false,
  hasTextTruths: false,
  countsDays: false,
  comparesLoosely: false,
  times: "minutes",
};

/** A calculation of the document, before it is converted. */
export interface Definition {
  item: Item;
  /** wish for the key */
  name: string;
  title: string;
  source: string;
  decimals?: number;
  parse(): Term;
  /** conditions for it to have a value */
  shown?: readonly (() => Term)[];
}

/** A field of rows, which expressions outside of the rows can only read for all rows together. */
export interface RowsField {
  node: GraphNode;
  key: string;
  isNumber: boolean;
  /** whether each row has a value */
  isRequired: boolean;
  /** whether the document asks it in each row */
  isShown: boolean;
}

/** Names that expressions of one document can read. */
export class Scope {
  private readonly known = new Map<string, Case[]>();
  private readonly definitions = new Map<string, Definition>();
  private readonly failures = new Map<string, { why: string; cause: string }>();
  /** calculations for conditions by their value, so that equal ones are added once */
  private readonly added = new Map<string, Target>();
  private parts = 0;
  /** calculations that are being converted, each for the one before */
  private defined = 0;
  /** texts that insert the value of a name, if its cases can't */
  readonly insertions = new Map<string, string>();
  /** parts that mean something else here than their words say */
  private assumed = new Set<string>();
  /** questions with rows, by the names of their repeating groups */
  readonly rows = new Map<string, GraphNode>();
  /** fields of rows, by the names that expressions outside of the rows use */
  readonly fields = new Map<string, RowsField>();
  /** items of calculations of yes or no, by their names */
  readonly yesNo = new Map<string, Item>();
  /** questions whose type isn't known, by their names: they may have other answers there */
  private readonly guessed = new Set<string>();
  /** calculations that always have a value */
  readonly certain = new Set<string>();
  /** columns of a choice, for a choice filter */
  columns: ReadonlyMap<string, string> | null = null;
  /** Values of a column by those of another one, in a file that comes with the document. Null if the file is missing. */
  readTable: (file: string, column: string, key: string) => ReadonlyMap<string, string> | null = () => null;
  /** the question whose rules are converted */
  self: Target | null = null;
  /** nodes before this index can be read. Everything without one, such as in a calculation. */
  private readableNodes = Number.POSITIVE_INFINITY;
  private indexes: ReadonlyMap<GraphNode, number> = new Map();

  readonly form: ImportedForm;
  readonly dialect: Dialect;

  constructor(form: ImportedForm, dialect: Dialect) {
    this.form = form;
    this.dialect = dialect;
  }

  /** Adds a name. The first one counts if it occurs twice. */
  add(name: string, found: Target | Case[]): void {
    if (this.known.has(name)) return;
    const isTarget = !Array.isArray(found);
    this.known.set(name, isTarget ? [{ when: true, value: { kind: "target", target: found } }] : found);
  }

  /** Gives a name another meaning, such as that of a question that is left out. */
  replace(name: string, found: Case[]): void {
    this.known.set(name, found);
  }

  /** Adds a calculation. It is converted when it is first read, so that it comes after those that it reads. */
  define(name: string, definition: Definition): void {
    // a second one of this name is converted too, but nothing reads it
    this.definitions.set(this.has(name) ? `${name}\u0000${this.definitions.size}` : name, definition);
  }

  /** Says why a name can't be read. `cause` is the same for all that fails for this reason. */
  lose(name: string, why: string, cause = ""): void {
    if (!this.failures.has(name)) this.failures.set(name, { why, cause });
  }

  /** Says that a question's type, or that of a question around it, is a guess. */
  guess(name: string): void {
    this.guessed.add(name);
  }

  /** Whether the type of a question is a guess. Parts of an answer have the name of the question, a dot and their own. */
  isGuessed(name: string): boolean {
    if (this.guessed.size === 0) return false;
    const ends = [...name.matchAll(/\./g)].map(({ index }) => index);
    return [...ends, name.length].some((end) => this.guessed.has(name.slice(0, end)));
  }

  has(name: string): boolean {
    return this.known.has(name) || this.definitions.has(name);
  }

  /** Names with a prefix, such as the cells of a matrix. */
  names(matches: (name: string) => boolean): string[] {
    return [...this.known.keys(), ...this.definitions.keys()].filter(matches);
  }

  /** Returns the definition to convert before the name is read. It doesn't find itself. */
  takeDefinition(name: string): Definition | null {
    const definition = this.definitions.get(name) ?? null;
    this.definitions.delete(name);
    return definition;
  }

  get definedNames(): string[] {
    return [...this.definitions.keys()];
  }

  find(name: string): Case[] {
    const found = this.known.get(name);
    const failure = this.failures.get(name);
    const shown = name.slice(0, 60);
    if (!found && failure) throw new Unmapped(failure.why, null, failure.cause || `“${shown}” isn't imported`);
    if (!found) throw new Unmapped(`\`${shown}\` isn't an imported question`);
    for (const value of found.flatMap((one) => (one.value.kind === "list" ? one.value.items : one.value)))
      if (value.kind === "target" && value.target.node) this.checkPlace(value.target.node, shown);
    return found;
  }

  /** Returns the question of a name, or null. */
  nodeOf(name: string): GraphNode | null {
    const [first] = this.known.get(name) ?? [];
    return first?.value.kind === "target" ? first.value.target.node : null;
  }

  /** Throws if a question comes after the place that reads it. */
  checkPlace(node: GraphNode, name: string): void {
    if ((this.indexes.get(node) ?? -1) >= this.readableNodes)
      throw new Unmapped(`\`${name.slice(0, 60)}\` comes later`, later(node));
  }

  /** Converts a condition that a node reads on arrival, or with `includesAnswer` after its answer. */
  at<T>(node: GraphNode, convert: () => T, includesAnswer = false): T {
    if (this.indexes.size !== this.form.nodes.length)
      this.indexes = new Map(this.form.nodes.map((it, index) => [it, index]));
    return this.reading((this.indexes.get(node) ?? 0) + (includesAnswer ? 1 : 0), convert);
  }

  /** Converts a calculation, which can read everything. */
  defining<T>(convert: () => T): T {
    if (this.defined >= definitionDepth)
      throw new Unmapped(`it reads more than ${definitionDepth} calculations in a row`);
    const { columns, self } = this;
    this.defined += 1;
    this.columns = null;
    this.self = null;
    try {
      return this.reading(Number.POSITIVE_INFINITY, convert);
    } finally {
      this.defined -= 1;
      this.columns = columns;
      this.self = self;
    }
  }

  private reading<T>(nodes: number, convert: () => T): T {
    const before = this.readableNodes;
    this.readableNodes = nodes;
    try {
      return convert();
    } finally {
      this.readableNodes = before;
    }
  }

  /** Says that a part is taken in another way than the document says, because its author meant that. */
  assume(message: string): void {
    this.assumed.add(message);
  }

  /** Converts a part of an item, and notes what was assumed for it. */
  assuming<T>(item: Item | null, convert: () => T): T {
    const before = this.assumed;
    this.assumed = new Set();
    try {
      const found = convert();
      for (const message of this.assumed) item?.changed("condition_meaning", message);
      return found;
    } finally {
      this.assumed = before;
    }
  }

  /** Adds a calculation of an item. */
  calculate(item: Item, wish: string, calculation: Omit<Calculation, "key">): Target {
    this.checkRoom(calculation.value);
    return calculationTarget(this.form.calculate(item, wish, calculation));
  }

  /** Adds a calculation for a condition or a text, or returns an equal one. */
  compute(value: unknown, bands: readonly Band[] = []): Target {
    const json = JSON.stringify([value, bands]);
    const before = this.added.get(json);
    if (before) return before;
    this.checkRoom(value);
    const calculation = { decimals: 6, value, ...(bands.length > 0 && { bands: [...bands] }) };
    const key = this.form.calculate(null, `value_${this.added.size + 1}`, calculation);
    const target = calculationTarget(key);
    this.added.set(json, target);
    return target;
  }

  /** Throws if the form can't have one more calculation, or none of this size. */
  private checkRoom(value: unknown): void {
    if (this.form.calculations.length >= calculationLimit)
      throw new Unmapped(`a form can have ${calculationLimit} calculations`);
    const { parts, isDeep } = sizeOf(value);
    if (parts > partLimit) throw new Unmapped(`a calculation can have ${partLimit} parts`);
    if (isDeep) throw new Unmapped("it nests more than 16 operations");
    if (this.parts + parts > calculationPartLimit)
      throw new Unmapped(`all calculations of a form can have ${calculationPartLimit.toLocaleString("en")} parts`);
    this.parts += parts;
  }
}

const definitionDepth = 100;

const later = (node: GraphNode): Reason => ({ kind: "node_later", node_id: node.id });

function sizeOf(value: unknown): { parts: number; isDeep: boolean } {
  let parts = 0;
  let isDeep = false;
  parsePart(value, "value", {
    report: (_, { kind }) => {
      isDeep ||= kind === "parts_too_deep";
    },
    count: (more) => {
      parts += more;
      return parts <= calculationPartLimit;
    },
    parseCondition: (raw) => ({ ok: true, value: raw as Condition }),
  });
  return { parts, isDeep };
}
