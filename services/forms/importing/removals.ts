import { guardsOf, optionsOf } from "../../../shared/domain/graph/guards.ts";
import { replaceRecalls } from "../../../shared/domain/graph/recalls.ts";
import type { Graph, GraphNode, Reason } from "../../../shared/domain/graph/types.ts";
import { type ImportedForm, ownerKey, unreachable } from "./importedForm.ts";

const backText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? `it leads from “${from}” to itself` : `it leads from “${from}” back to “${to}”`;

/** How many nodes lose their conditions at the next error that conditions cause together. */
export interface RemovalBudget {
  conditions: number;
}

/** Why a part is removed. `reason` is null if the graph has no problem there. */
export interface Cause {
  text: string;
  reason: Reason | null;
}

/** Removals from a graph. They are applied together, because errors name edges, calculations and pages by their index. */
export class Removals {
  private readonly graph: Graph;
  private readonly form: ImportedForm;
  private readonly edges = new Set<number>();
  private readonly calculations = new Map<number, Cause>();
  private readonly pages = new Set<number>();
  private readonly rules = new Map<GraphNode, Set<number>>();
  private readonly nodes = new Map<GraphNode, { code: string; cause: Cause }>();
  private readonly recalling = new Set<GraphNode>();
  private hasChanged = false;
  private endsAreWrong = false;

  private readonly budget: RemovalBudget;

  constructor(graph: Graph, form: ImportedForm, budget: RemovalBudget = { conditions: 1 }) {
    this.graph = graph;
    this.form = form;
    this.budget = budget;
  }

  edge(index: number, cause: Cause): void {
    if (this.edges.has(index)) return;
    this.edges.add(index);
    const from = this.graph.edges[index]?.from ?? "";
    this.note(from, "jump", `A jump isn't imported: ${cause.text}.`, cause.reason);
  }

  /** Removes the edges of a cycle that lead to an earlier node. */
  cycle(reason: Reason): void {
    const ids = reason.kind === "cycle" && reason.count === reason.node_ids.length ? new Set(reason.node_ids) : null;
    const order = new Map(this.graph.nodes.map((node, index) => [node.id, index]));
    const isBackward = ({ from, to }: { from: string; to: string }) => (order.get(to) ?? 0) <= (order.get(from) ?? 0);
    for (const [index, edge] of this.graph.edges.entries())
      if (isBackward(edge) && (!ids || (ids.has(edge.from) && ids.has(edge.to))))
        this.edge(index, { text: backText(edge), reason });
  }

  calculation(index: number, cause: Cause): void {
    this.calculations.set(index, cause);
  }

  page(index: number, cause: Cause): void {
    const page = this.graph.pages?.[index];
    if (!page || this.pages.has(index)) return;
    this.pages.add(index);
    this.note(
      page.node_ids[0] ?? "",
      "page",
      `The questions of its page are asked one by one: ${cause.text}.`,
      cause.reason,
    );
  }

  /** Removes a translated text, or all of a language. */
  translation(tag: string, key: string | undefined, cause: Cause): void {
    const { translations } = this.graph;
    const texts = translations?.[tag];
    if (!translations || !texts) return;
    if (key === undefined) delete translations[tag];
    else if (!Object.hasOwn(texts, key)) return;
    else delete texts[key];
    this.hasChanged = true;
    const source = key === undefined ? tag : `${tag} ${key}`;
    this.form.note(
      "lost",
      "translation",
      source.slice(0, 100),
      `A translation isn't imported: ${cause.text}.`,
      cause.reason,
    );
  }

  ends(): void {
    this.endsAreWrong = true;
  }

  node(id: string, code: string, cause: Cause): void {
    const node = this.graph.nodes.find((one) => one.id === id);
    if (node && !this.nodes.has(node)) this.nodes.set(node, { code, cause });
  }

  /** Removes all nodes after the first one with this ID. */
  duplicate(id: string, cause: Cause): void {
    const [, ...later] = this.graph.nodes.filter((one) => one.id === id);
    for (const node of later) this.nodes.set(node, { code: "duplicate_node_id", cause });
  }

  showIf(node: GraphNode, cause: Cause): void {
    if (!this.drop(node.data, "show_if")) return;
    this.note(
      node.id,
      "show_if",
      `Its condition can't be converted, so it is always shown: ${cause.text}.`,
      cause.reason,
    );
  }

  optionShowIf(node: GraphNode, index: number, cause: Cause): void {
    const option = optionsOf(node.data.config)[index];
    if (!option || !this.drop(option, "show_if")) return;
    this.note(
      node.id,
      "option_show_if",
      `The option “${option.value}” is always offered: ${cause.text}.`,
      cause.reason,
    );
  }

  rule(node: GraphNode, index: number, cause: Cause): void {
    const rules = this.rules.get(node) ?? new Set();
    if (rules.has(index)) return;
    this.rules.set(node, rules.add(index));
    this.note(node.id, "valid_if", `A rule for answers isn't imported: ${cause.text}.`, cause.reason);
  }

  /**
   * Removes conditions from this node on, each time of twice as many nodes, up to a quarter: an error of all conditions together names
   * one node, and removing them one by one takes minutes.
   */
  guards(node: GraphNode, cause: Cause): void {
    const { nodes } = this.graph;
    const guarded = nodes.slice(nodes.indexOf(node)).filter((one) => guardsOf(one).length > 0);
    const count = Math.min(this.budget.conditions, Math.ceil(guarded.length / 4));
    for (const one of guarded.slice(0, count)) this.guardsOfNode(one, cause);
    this.budget.conditions *= 2;
    if (guarded.length === 0) this.node(node.id, "bad_condition", cause);
  }

  private guardsOfNode(node: GraphNode, cause: Cause): void {
    this.showIf(node, cause);
    optionsOf(node.data.config).forEach((_, index) => {
      this.optionShowIf(node, index, cause);
    });
    (node.data.valid_if ?? []).forEach((_, index) => {
      this.rule(node, index, cause);
    });
  }

  title(node: GraphNode, reason: Reason | null): void {
    node.data.title = node.id;
    this.hasChanged = true;
    this.note(node.id, "title", "It has no title, so its name is the title.", reason);
  }

  /** Replaces recalls in the node's texts by “…”. */
  recalls(node: GraphNode, cause: Cause): void {
    const before = JSON.stringify(node.data);
    for (const key of ["title", "description"] as const) {
      const text = node.data[key];
      if (text !== undefined) node.data[key] = replaceRecalls(text, () => "…");
    }
    // a text has an error for each recall, and the first one replaced them all
    if (JSON.stringify(node.data) === before && !this.recalling.has(node)) {
      this.node(node.id, "condition_ref", cause);
      return;
    }
    this.recalling.add(node);
    this.hasChanged = true;
    this.note(node.id, "recall", `An inserted answer is left out of its texts: ${cause.text}.`, cause.reason);
  }

  image(node: GraphNode, cause: Cause): void {
    if (this.drop(node.data, "image"))
      this.note(node.id, "image", `Its image isn't imported: ${cause.text}.`, cause.reason);
  }

  config(node: GraphNode, key: string, cause: Cause): void {
    if (!this.drop(node.data.config ?? {}, key)) return;
    this.note(node.id, "config", `The setting \`${key}\` isn't imported: ${cause.text}.`, cause.reason);
  }

  /** Applies all removals. Returns whether the graph has changed. */
  apply(): boolean {
    const size = () => JSON.stringify(this.graph).length;
    const before = size();
    this.applyParts();
    for (const [node, { code, cause }] of this.nodes) this.removeNode(node, code, cause);
    if (this.endsAreWrong) this.repairEnds();
    return this.hasChanged || size() !== before;
  }

  private applyParts(): void {
    const { graph } = this;
    for (const [node, indexes] of this.rules)
      node.data.valid_if = node.data.valid_if?.filter((_, index) => !indexes.has(index)) ?? [];
    for (const [index, { text, reason }] of this.calculations) {
      const key = graph.calculations?.[index]?.key ?? "";
      const item = this.form.owners.get(ownerKey(key));
      item?.lost("calculation", `The calculation can't be converted: ${text}.`, item.source, reason);
    }
    graph.edges = graph.edges.filter((_, index) => !this.edges.has(index));
    if (this.calculations.size > 0)
      graph.calculations = graph.calculations?.filter((_, index) => !this.calculations.has(index)) ?? [];
    if (this.pages.size > 0) graph.pages = graph.pages?.filter((_, index) => !this.pages.has(index)) ?? [];
  }

  /** Leads the edges of the node past it. */
  private removeNode(node: GraphNode, code: string, cause: Cause): void {
    const { graph, form } = this;
    graph.nodes = graph.nodes.filter((one) => one !== node);
    if (!graph.nodes.some(({ id }) => id === node.id)) {
      const next = graph.edges.findLast(({ from }) => from === node.id)?.to ?? graph.fallback_end_node_id;
      graph.edges = graph.edges
        .filter(({ from }) => from !== node.id)
        .flatMap((edge) => (edge.to !== node.id ? [edge] : next ? [{ ...edge, to: next }] : []));
      if (graph.entry_node_id === node.id) graph.entry_node_id = next ?? null;
      if (graph.pages)
        graph.pages = graph.pages
          .map((page) => ({ ...page, node_ids: page.node_ids.filter((id) => id !== node.id) }))
          .filter(({ node_ids }) => node_ids.length > 0);
    }
    const item = form.owners.get(node.id);
    const stands = graph.nodes.some(({ id }) => id !== node.id && form.owners.get(id) === item);
    const text = `The question can't be converted: ${cause.text}.`;
    if (code === "node_unreachable" && !stands && !this.hasLostJumps()) item?.leaveOut(unreachable);
    else if (stands) item?.changed(code, text, item.source, cause.reason);
    else item?.lost(code, text, item.source, cause.reason);
    // fields of rows stand for items of their own
    for (const other of form.items)
      if (other !== item && other.nodeId === node.id && !other.isLost && item?.isLost)
        other.lost(code, text, other.source, cause.reason);
  }

  /** Whether a path that the document has may be missing. */
  private hasLostJumps(): boolean {
    return this.form.items.some(({ issues }) => issues.some(({ code }) => code === "jump" || code === "backward_jump"));
  }

  /** Gives the graph an entry and a default end screen. */
  private repairEnds(): void {
    const { graph, form } = this;
    const isEnd = ({ question_type }: GraphNode) => question_type === "end_screen";
    let end =
      graph.nodes.find((node) => node.id === graph.fallback_end_node_id && isEnd(node)) ?? graph.nodes.find(isEnd);
    if (!end) {
      end = { id: form.freeId("end"), question_type: "end_screen", data: { config: {} } };
      graph.nodes = [...graph.nodes, end];
    }
    graph.fallback_end_node_id = end.id;
    const hasEntry = graph.nodes.some(({ id }) => id === graph.entry_node_id);
    if (!hasEntry) graph.entry_node_id = (graph.nodes.find((node) => !isEnd(node)) ?? end).id;
    this.hasChanged = true;
    form.note("changed", "ends", "graph", "The form gets a start and a default end screen.");
  }

  private note(id: string, code: string, message: string, reason: Reason | null): void {
    const item = this.form.owners.get(id);
    if (item) item.changed(code, message, item.source, reason);
    else this.form.note("changed", code, id, message, reason);
  }

  private drop(object: object, key: string): boolean {
    if (!Reflect.has(object, key) || Reflect.get(object, key) === undefined) return false;
    Reflect.deleteProperty(object, key);
    this.hasChanged = true;
    return true;
  }
}
