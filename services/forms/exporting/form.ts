import { compileCondition } from "../../../shared/domain/graph/evaluate.ts";
import { shownIf } from "../../../shared/domain/graph/guards.ts";
import { type Outline, outlineOf } from "../../../shared/domain/graph/outline.ts";
import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import type { CompiledQuestion } from "../../../shared/domain/questions/question.ts";
import { type Formula, type Leaf, replaced } from "./formula.ts";
import { Losses, Unsayable } from "./losses.ts";
import { type Order, orderOf } from "./order.ts";
import { formulaOf, Reach } from "./reach.ts";
import { recalled, type Text, Texts } from "./texts.ts";

/** A draft or version to take elsewhere. */
export interface Source {
  title: string;
  language: string;
  graph: Graph;
  /** settings, theme and emails, which only Pathform's own format has */
  more?: object | null;
}

/** A node that is asked or shown, in the order of the walk. */
export interface Placed {
  node: GraphNode;
  question: CompiledQuestion;
  at: number;
}

/** A question or a field of rows, to be said in another format. */
export interface AskedPart {
  /** node that losses name */
  nodeId: string;
  /** beginning of the keys of its texts */
  key: string;
  type: string;
  isRequired: boolean;
  /** with defaults */
  config: Config;
}

// biome-ignore lint/suspicious/noExplicitAny: a config of any type, which has been checked
export type Config = Record<string, any>;

/** Loss of a question without one of its conditions. */
export const alsoAsked = "It is also asked of others";

/** A form that is being taken to another format, with all that the formats have in common. */
export class Form {
  readonly title: string;
  readonly language: string;
  readonly graph: Graph;
  readonly outline: Outline;
  readonly order: Order;
  readonly reach: Reach;
  readonly texts: Texts;
  readonly losses = new Losses();
  /** questions and screens, without end screens */
  readonly nodes: readonly Placed[];
  readonly ends: readonly Placed[];
  private readonly unasked = new Set<string>();
  private readonly leftOut = new Set<string>();
  private readonly names = new Map<string, Formula>();

  constructor({ title, language, graph }: Source) {
    this.title = title;
    this.language = language;
    this.graph = graph;
    this.outline = outlineOf(graph);
    this.order = orderOf(graph, this.outline, this.losses);
    this.reach = new Reach(this.order);
    this.texts = new Texts(this.graph, language);
    const placed = this.order.nodes.flatMap(({ source, id }, at): Placed[] => {
      const question = this.outline.questions.get(id);
      if (!question) this.losses.add(id, "It isn't valid yet, so it is left out.");
      return question ? [{ node: { ...source, data: source.data ?? {} }, question, at }] : [];
    });
    this.nodes = placed.filter(({ question }) => !question.is_end);
    this.ends = placed.filter(({ question }) => question.is_end);
  }

  /** Returns the place of a question, or -1 for one that no one is asked. */
  placeOf(id: string): number {
    const at = this.order.at.get(id);
    return at !== undefined && this.outline.questions.has(id) && !this.unasked.has(id) ? at : -1;
  }

  /** Notes that a question is left out with a loss, so that others can't read its answer. */
  leavesOut(id: string): void {
    this.leftOut.add(id);
  }

  /** Throws `Unsayable` for a question whose answer can't be read, because it is left out. */
  checkRead(id: string): void {
    const isInvalid = this.order.at.has(id) && !this.outline.questions.has(id);
    if (isInvalid || this.leftOut.has(id)) throw new Unsayable(`it reads \`${id}\`, which is left out.`);
  }

  /** Notes that no one is asked a question, so that those after it read no answer. */
  neverAsks(id: string): void {
    this.unasked.add(id);
  }

  /** Returns the conditions under which a node is asked: what edges skip, and its own. Notes one that can't be said. */
  asked({ node, question, at }: Placed): Formula[] {
    const shown = shownIf(node, question);
    const given = [() => this.reach.of(node.id), () => (shown === null ? true : formulaOf(shown, node.id, at - 1))];
    const formulas = given.map((make) => this.losses.attempt(node.id, alsoAsked, () => this.folded(make())));
    if (formulas.includes(false)) this.neverAsks(node.id);
    return formulas.filter((formula) => formula !== undefined && formula !== true);
  }

  /** Returns a formula without comparisons of answers that can't be there. */
  folded(formula: Formula): Formula {
    return replaced(formula, (part) => ("named" in part ? this.foldedName(part) : this.foldedLeaf(part.leaf)));
  }

  /** A name stays one, unless it stands for what is always or never so. */
  private foldedName(part: { named: string }): Formula {
    const known = this.names.get(part.named);
    if (known !== undefined) return known;
    const whole = this.reach.named.get(part.named);
    const folded = whole === undefined ? part : this.folded(whole);
    const found = typeof folded === "boolean" ? folded : part;
    this.names.set(part.named, found);
    return found;
  }

  private foldedLeaf(leaf: Leaf): Formula {
    const { left, op, at } = leaf;
    if (left.type === "score") return this.isScoredUpTo(at) ? { leaf } : ofZero(leaf);
    if (left.type !== "answer") return { leaf };
    this.checkRead(left.node_id);
    const place = this.placeOf(left.node_id);
    return place < 0 || place > at ? op === "not_answered" : (this.fixed(leaf) ?? { leaf });
  }

  private isScoredUpTo(at: number): boolean {
    return this.nodes.some((one) => one.question.is_scored && one.at <= at);
  }

  /** Returns what a comparison of an answer is for every answer, or for every given one. Null if it depends on the answer. */
  private fixed(leaf: Leaf): Formula | null {
    const { left, op, right, at } = leaf;
    if (left.type !== "answer") return null;
    const question = this.question(left.node_id);
    const answered: Formula = { leaf: { left, op: "answered", at } };
    const { domain } = question ?? {};
    if (domain?.family === "text" && right === "") {
      if (op === "not_contains" || op === "eq") return false;
      return ["neq", "contains", "starts_with", "ends_with"].includes(op) ? answered : null;
    }
    if ((op === "length_gte" || op === "count_gte") && Number(right) <= 1) return answered;
    if ((op === "length_lte" || op === "count_lte") && Number(right) < 1) return false;
    return this.fixedCount(leaf);
  }

  /** A picture choice without `multiple` has one answer. */
  private fixedCount({ left, op, right, at }: Leaf): Formula | null {
    if (left.type !== "answer" || this.question(left.node_id)?.config.multiple !== false) return null;
    const count = new Set([right].flat()).size;
    if (op === "count_gte") return false;
    if (op === "count_lte") return { leaf: { left, op: "answered", at } };
    return (op === "includes_all" || op === "equals_set") && count > 1 ? false : null;
  }

  /** Returns a text with what `insertion` writes for each inserted answer. One that can't be said is a loss, and is an ellipsis. */
  recalled(nodeId: string | null, text: Text, insertion: (kind: string, name: string) => string): Text {
    const what = "An inserted answer is left out of its texts";
    return recalled(text, (kind, name) => this.losses.attempt(nodeId, what, () => insertion(kind, name)) ?? "…");
  }

  question(id: string): CompiledQuestion | undefined {
    return this.outline.questions.get(id);
  }

  node(id: string): GraphNode {
    return this.outline.byId.get(id)?.source as GraphNode;
  }
}

/** Returns what a comparison of a score is before anything is scored. */
function ofZero({ left, op, right }: Leaf): boolean {
  const condition = { left, op, ...(right !== undefined && { right }) };
  return compileCondition(condition, "", new Map())({ answer: () => null, score: 0, hidden: {} });
}
