import { type CompiledGraph, compileGraph } from "../../../../shared/domain/graph/compile.ts";
import type { WalkView } from "../../../../shared/domain/graph/evaluate.ts";
import { recalledAnswer } from "../../../../shared/domain/graph/recalled.ts";
import type { ShownCalculation } from "../../../../shared/domain/graph/shapes/calculation.ts";
import { hiddenOptions, startWalk, takeStep, viewOf, type Walk } from "../../../../shared/domain/graph/traverse.ts";
import type { Graph, GraphNode, Json } from "../../../../shared/domain/graph/types.ts";
import { calculationIn, writtenIn } from "../../../../shared/domain/graph/written.ts";
import { withoutOptions } from "../../../../shared/domain/questions/offered.ts";
import { markup } from "../markup/markup.ts";
import { words } from "../words.ts";
import type { Kept } from "./kept.ts";
import { closed, joined } from "./parts.ts";
import { places } from "./places.ts";
import type { KnownWalk, LocalStep, PagingOn, Prediction, Walker } from "./predict.ts";

/**
 * Makes a walker for a published graph with the service's code. Throws if it can't compile the graph. `pagingOn` is for a graph
 * with pages.
 */
export function makeWalker(source: Graph, language: string, paging?: PagingOn): Walker {
  const graph = compileGraph(markup.walked?.(source) ?? source);
  // the words may come later
  const written = (nodeId: string, value: Json) =>
    writtenIn({ language, words }, source.nodes.find(({ id }) => id === nodeId) as GraphNode, value);

  function guardedBy({ walk: { visits } }: KnownWalk) {
    const lacking = new Set(visits.filter(({ answer }) => answer === undefined).map(({ node_id }) => node_id));
    return { ...graph, written, limited: (view: WalkView) => knownPart(view, lacking, graph) };
  }

  function predict({ nodeId, value, check, ...local }: LocalStep): Prediction {
    const step = takeStep(guardedBy(local), walkOf(local), { node_id: nodeId, value, back: true }, check);
    if (step.kind === "moved") return { kind: "moved", value: step.visit.answer, next: step.next_node_id };
    return step.kind === "invalid" ? { kind: "invalid", refusal: step } : { kind: "same" };
  }

  function first({ hidden, startedOn }: Pick<Kept, "hidden" | "startedOn">): string {
    try {
      return startWalk(graph, hidden, startedOn, places.full).current_node_id;
    } catch {
      // only the service knows it
      return graph.entry_node_id;
    }
  }

  function entered(kept: Kept | null): Kept | null {
    if (!kept || kept.isBegun || kept.base.visits.length > 0 || kept.queue.length > 0) return kept;
    const current = first(kept);
    return current === kept.base.current ? kept : { ...kept, base: { visits: [], current } };
  }

  function offered(node: GraphNode, local: KnownWalk): GraphNode {
    const known = graph.nodes.get(node.id);
    if (!known?.guards?.options.size) return node;
    const walk = walkOf(local);
    const passed = walk.visits.findIndex(({ node_id }) => node_id === node.id);
    const visits = passed < 0 ? walk.visits : walk.visits.slice(0, passed);
    try {
      const values = hiddenOptions(known, viewOf(guardedBy(local), visits, walk));
      return { ...node, data: { ...node.data, config: withoutOptions(node.data.config ?? {}, values) } };
    } catch {
      return node;
    }
  }

  function calculated(kind: string, key: string, local: KnownWalk, fromService?: ShownCalculation): string {
    if (fromService) return shownText(kind, fromService, language);
    const walk = walkOf(local);
    try {
      const view = viewOf(guardedBy(local), walk.visits, walk, 0);
      return shownText(kind, graph.calculations?.shown(view, [key])[0], language);
    } catch {
      // only the service knows it
      return "";
    }
  }

  const shown = (nodeId: string, answer: Json, files: Kept["files"]): string => {
    const nameOf = (value: string) => Object.hasOwn(files, value) && files[value]?.name;
    const own = (value: Json) => nameOf(value as string) || written(nodeId, value);
    return recalledAnswer(graph.nodes.get(nodeId)?.question, answer, own);
  };

  function next(nodeId: string, local: KnownWalk): string | null {
    const walk = walkOf(local);
    try {
      return graph.nextOrNull(nodeId, viewOf(guardedBy(local), walk.visits, walk));
    } catch {
      // only the service knows it
      return null;
    }
  }

  const takesFiles = (nodeId: string) => graph.nodes.get(nodeId)?.question.uploads != null;
  return {
    predict,
    shown,
    first,
    entered,
    offered,
    calculated,
    takesFiles,
    closed,
    joined,
    paging: paging?.(source, { predict, offered, next }) ?? null,
  };
}

const walkOf = ({ walk: { visits, current }, hidden, startedOn }: KnownWalk): Walk => ({
  visits: visits.map(({ node_id, answer = null }) => ({ node_id, answer, score_awarded: null })),
  current_node_id: current ?? "",
  hidden,
  ...(startedOn !== undefined && { started_on: startedOn }),
  ...(places.full && { full: places.full }),
});

/** Throws only if a deciding condition needs missing data: an earlier edge may match first. */
function knownPart(
  view: WalkView,
  lacking: ReadonlySet<string>,
  { calculations }: Pick<CompiledGraph, "calculations">,
): WalkView {
  let calculate: ((key: string) => number | null) | undefined;
  const known: WalkView = {
    hidden: view.hidden,
    ...(view.started_on !== undefined && { started_on: view.started_on }),
    ...(view.full && { full: view.full }),
    get score(): number {
      throw new Error("only the service knows the score");
    },
    answer(nodeId) {
      if (lacking.has(nodeId)) throw new Error("only the service knows that answer");
      return view.answer(nodeId);
    },
    calculation(key) {
      calculate ??= calculations?.reader(known) ?? (() => null);
      return calculate(key);
    },
  };
  return known;
}

/** Returns a calculation or its band as text. Blank if it is unknown. */
function shownText(kind: string, found: ShownCalculation | undefined, language: string): string {
  if (kind === "band") return found?.band ?? "";
  return found?.value == null ? "" : calculationIn(language, found.value);
}
