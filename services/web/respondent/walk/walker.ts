import { compileGraph } from "../../../../shared/domain/graph/compile.ts";
import type { WalkView } from "../../../../shared/domain/graph/evaluate.ts";
import { hiddenOptions, startWalk, takeStep, viewOf } from "../../../../shared/domain/graph/traverse.ts";
import type { Graph, GraphNode, Json } from "../../../../shared/domain/graph/types.ts";
import { withoutOptions } from "../../../../shared/domain/questions/offered.ts";
import type { Kept } from "./kept.ts";
import type { LocalStep, Prediction, Walker } from "./predict.ts";
import type { LocalWalk } from "./queue.ts";

/** Makes a walker for a published graph with the service's code. Throws if it can't compile the graph. */
export function makeWalker(source: Graph, language: string): Walker {
  const graph = compileGraph(source);

  function guardedBy({ visits }: LocalWalk) {
    const lacking = new Set(visits.filter(({ answer }) => answer === undefined).map(({ node_id }) => node_id));
    return { ...graph, limited: (view: WalkView) => knownPart(view, lacking) };
  }

  function predict({ walk: local, hidden, nodeId, value, check }: LocalStep): Prediction {
    const guarded = guardedBy(local);
    const walk = { visits: visitsOf(local), current_node_id: local.current ?? "", hidden };
    const step = takeStep(guarded, walk, { node_id: nodeId, value, back: true }, check);
    if (step.kind === "moved") return { kind: "moved", value: step.visit.answer, next: step.next_node_id };
    return step.kind === "invalid" ? { kind: "invalid", refusal: step } : { kind: "same" };
  }

  function offered(node: GraphNode, local: LocalWalk, hidden: Kept["hidden"]): GraphNode {
    const known = graph.nodes.get(node.id);
    if (!known?.guards?.options.size) return node;
    const passed = local.visits.findIndex(({ node_id }) => node_id === node.id);
    const visits = passed < 0 ? visitsOf(local) : visitsOf(local).slice(0, passed);
    try {
      const values = hiddenOptions(known, viewOf(guardedBy(local), visits, hidden));
      return { ...node, data: { ...node.data, config: withoutOptions(node.data.config ?? {}, values) } };
    } catch {
      return node;
    }
  }

  function shown(nodeId: string, answer: Json, files: Kept["files"]): string {
    const question = graph.nodes.get(nodeId)?.question;
    if (!question) return "";
    const label = (value: Json): string => {
      if (typeof value === "number") return value.toLocaleString(language);
      const text = String(value);
      if (question.domain?.family === "date") return dayIn(language, text);
      return question.labels.get(text) ?? ((Object.hasOwn(files, text) && files[text]?.name) || text);
    };
    if (Array.isArray(answer)) return answer.map(label).join(", ");
    return typeof answer === "object" ? question.cells(answer, "labels").filter(Boolean).join(", ") : label(answer);
  }

  const first = (hidden: Kept["hidden"]) => startWalk(graph, hidden).current_node_id;
  return { predict, shown, first, offered, takesFiles: (nodeId) => graph.nodes.get(nodeId)?.question.uploads != null };
}

const visitsOf = ({ visits }: LocalWalk) =>
  visits.map(({ node_id, answer = null }) => ({ node_id, answer, score_awarded: null }));

/** Throws only if a deciding condition needs missing data: an earlier edge may match first. */
function knownPart(view: WalkView, lacking: ReadonlySet<string>): WalkView {
  return {
    hidden: view.hidden,
    get score(): number {
      throw new Error("only the service knows the score");
    },
    answer(nodeId) {
      if (lacking.has(nodeId)) throw new Error("only the service knows that answer");
      return view.answer(nodeId);
    },
  };
}

const dayIn = (language: string, day: string): string =>
  new Date(day).toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
