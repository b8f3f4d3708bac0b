import { guardsOf, optionsOf } from "../../../shared/domain/graph/guards.ts";
import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import { type ImportedForm, ownerKey } from "./importedForm.ts";

const recall = /\{\{(?:answer|hidden|calculation|band):[^{}]*\}\}/g;

/** How many nodes lose their conditions at the next error that conditions cause together. */
export interface Strain {
  conditions: number;
}

/** Removals from a graph. They are applied together, because errors name edges, calculations and pages by their index. */
export class Removals {
  private readonly graph: Graph;
  private readonly form: ImportedForm;
  private readonly edges = new Set<number>();
  private readonly calculations = new Map<number, string>();
  private readonly pages = new Set<number>();
  private readonly rules = new Map<GraphNode, Set<number>>();
  private readonly nodes = new Map<GraphNode, { code: string; message: string }>();
  private hasChanged = false;
  private endsAreWrong = false;

  private readonly strain: Strain;

  constructor(graph: Graph, form: ImportedForm, strain: Strain = { conditions: 1 }) {
    this.graph = graph;
    this.form = form;
    this.strain = strain;
  }

  edge(index: number, message: string): void {
    if (this.edges.has(index)) return;
    this.edges.add(index);
    const from = this.graph.edges[index]?.from ?? "";
    this.note(from, "jump", `A jump isn't imported: ${message}.`);
  }

  /** Removes the last edge inside a cycle of this node that leads to an earlier node. */
  cycle(id: string): void {
    const order = new Map(this.graph.nodes.map((node, index) => [node.id, index]));
    const isBackward = ({ from, to }: { from: string; to: string }) => (order.get(to) ?? 0) <= (order.get(from) ?? 0);
    for (const [index, edge] of this.graph.edges.entries())
      if (isBackward(edge)) this.edge(index, `it leads back to “${edge.to}”, in a cycle with “${id}”`);
  }

  calculation(index: number, message: string): void {
    this.calculations.set(index, message.replace(/^graph\.calculations\.\d+\.?/, ""));
  }

  page(index: number, message: string): void {
    const page = this.graph.pages?.[index];
    if (!page || this.pages.has(index)) return;
    this.pages.add(index);
    this.note(page.node_ids[0] ?? "", "page", `The questions of its page are asked one by one: ${message}.`);
  }

  ends(): void {
    this.endsAreWrong = true;
  }

  node(id: string, code: string, message: string): void {
    const node = this.graph.nodes.find((one) => one.id === id);
    if (node && !this.nodes.has(node)) this.nodes.set(node, { code, message });
  }

  /** Removes all nodes after the first one with this ID. */
  duplicate(id: string, message: string): void {
    const [, ...later] = this.graph.nodes.filter((one) => one.id === id);
    for (const node of later) this.nodes.set(node, { code: "duplicate_node_id", message });
  }

  showIf(node: GraphNode, message: string): void {
    if (!this.drop(node.data, "show_if")) return;
    this.note(node.id, "show_if", `Its condition can't be converted, so it is always shown: ${message}.`);
  }

  optionShowIf(node: GraphNode, index: number, message: string): void {
    const option = optionsOf(node.data.config)[index];
    if (!option || !this.drop(option, "show_if")) return;
    this.note(node.id, "option_show_if", `The option “${option.value}” is always offered: ${message}.`);
  }

  rule(node: GraphNode, index: number, message: string): void {
    const rules = this.rules.get(node) ?? new Set();
    if (rules.has(index)) return;
    this.rules.set(node, rules.add(index));
    this.note(node.id, "valid_if", `A rule for answers isn't imported: ${message}.`);
  }

  /**
   * Removes conditions from this node on, each time of twice as many nodes, up to a quarter: an error of all conditions together names
   * one node, and removing them one by one takes minutes.
   */
  guards(node: GraphNode, message: string): void {
    const { nodes } = this.graph;
    const guarded = nodes.slice(nodes.indexOf(node)).filter((one) => guardsOf(one).length > 0);
    const count = Math.min(this.strain.conditions, Math.ceil(guarded.length / 4));
    for (const one of guarded.slice(0, count)) this.guardsOfNode(one, message);
    this.strain.conditions *= 2;
    if (guarded.length === 0) this.node(node.id, "bad_condition", message);
  }

  private guardsOfNode(node: GraphNode, message: string): void {
    this.showIf(node, message);
    optionsOf(node.data.config).forEach((_, index) => {
      this.optionShowIf(node, index, message);
    });
    (node.data.valid_if ?? []).forEach((_, index) => {
      this.rule(node, index, message);
    });
  }

  title(node: GraphNode): void {
    node.data.title = node.id;
    this.hasChanged = true;
    this.note(node.id, "title", "It has no title, so its name is the title.");
  }

  /** Replaces recalls in the node's texts by “…”. */
  recalls(node: GraphNode, message: string): void {
    const before = JSON.stringify(node.data);
    for (const key of ["title", "description"] as const) {
      const text = node.data[key];
      if (text !== undefined) node.data[key] = text.replace(recall, "…");
    }
    if (JSON.stringify(node.data) === before) {
      this.node(node.id, "condition_ref", message);
      return;
    }
    this.hasChanged = true;
    this.note(node.id, "recall", `An inserted answer is left out of its texts: ${message}.`);
  }

  image(node: GraphNode, message: string): void {
    if (this.drop(node.data, "image")) this.note(node.id, "image", `Its image isn't imported: ${message}.`);
  }

  config(node: GraphNode, key: string, message: string): void {
    if (!this.drop(node.data.config ?? {}, key)) return;
    this.note(node.id, "config", `The setting \`${key}\` isn't imported: ${message}.`);
  }

  /** Applies all removals. Returns whether the graph has changed. */
  apply(): boolean {
    const size = () => JSON.stringify(this.graph).length;
    const before = size();
    this.applyParts();
    for (const [node, { code, message }] of this.nodes) this.removeNode(node, code, message);
    if (this.endsAreWrong) this.repairEnds();
    return this.hasChanged || size() !== before;
  }

  private applyParts(): void {
    const { graph } = this;
    for (const [node, indexes] of this.rules)
      node.data.valid_if = node.data.valid_if?.filter((_, index) => !indexes.has(index)) ?? [];
    for (const [index, message] of this.calculations) {
      const key = graph.calculations?.[index]?.key ?? "";
      this.form.owners.get(ownerKey(key))?.lost("calculation", `The calculation can't be converted: ${message}.`);
    }
    graph.edges = graph.edges.filter((_, index) => !this.edges.has(index));
    if (this.calculations.size > 0)
      graph.calculations = graph.calculations?.filter((_, index) => !this.calculations.has(index)) ?? [];
    if (this.pages.size > 0) graph.pages = graph.pages?.filter((_, index) => !this.pages.has(index)) ?? [];
  }

  /** Leads the edges of the node past it. */
  private removeNode(node: GraphNode, code: string, message: string): void {
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
    const text = `The question can't be converted: ${message}.`;
    if (stands) item?.changed(code, text);
    else item?.lost(code, text);
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

  private note(id: string, code: string, message: string): void {
    const item = this.form.owners.get(id);
    if (item) item.changed(code, message);
    else this.form.note("changed", code, id, message);
  }

  private drop(object: object, key: string): boolean {
    if (!Reflect.has(object, key) || Reflect.get(object, key) === undefined) return false;
    Reflect.deleteProperty(object, key);
    this.hasChanged = true;
    return true;
  }
}
