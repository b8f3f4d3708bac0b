import { compileGraph } from "../../../../shared/domain/graph/compile.ts";
import type { WalkView } from "../../../../shared/domain/graph/evaluate.ts";
import { takeStep } from "../../../../shared/domain/graph/traverse.ts";
import type { Graph, Json } from "../../../../shared/domain/graph/types.ts";
import type { Kept } from "./kept.ts";
import type { LocalStep, Prediction, Walker } from "./predict.ts";

/** Makes a walker for a published graph with the service's code. Throws if it can't compile the graph. */
export function makeWalker(source: Graph, language: string): Walker {
  const graph = compileGraph(source);

  function predict({ walk: { visits, current }, hidden, nodeId, value, check }: LocalStep): Prediction {
    const lacking = new Set(visits.filter(({ answer }) => answer === undefined).map(({ node_id }) => node_id));
    const guarded = { ...graph, limited: (view: WalkView) => knownPart(view, lacking) };
    const walk = {
      visits: visits.map(({ node_id, answer = null }) => ({ node_id, answer, score_awarded: null })),
      current_node_id: current ?? "",
      hidden,
    };
    const step = takeStep(guarded, walk, { node_id: nodeId, value, back: true }, check);
    if (step.kind === "moved") return { kind: "moved", value: step.visit.answer, next: step.next_node_id };
    return step.kind === "invalid" ? { kind: "invalid", refusal: step } : { kind: "same" };
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

  return { predict, shown, takesFiles: (nodeId) => graph.nodes.get(nodeId)?.question.uploads != null };
}

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
