import { originalsOf } from "../../../shared/domain/graph/translations/translations.ts";
import type { Edge, Graph, GraphNode } from "../../../shared/domain/graph/types.ts";

const columns = 25;
const options = ["red", "green", "blue", "yellow"].map((value) => ({ value, label: `The colour ${value}` }));

/** Creates a valid graph of consecutive questions and an end, with enough additional conditional edges that skip some of them. */
export function largeGraph(nodeCount: number, edgeCount: number): Graph {
  const nodes = Array.from({ length: nodeCount }, (_, at) => nodeOf(at, nodeCount));
  const edges: Edge[] = [];
  let further = edgeCount - (nodeCount - 1);
  for (let at = 0; at < nodeCount - 1; at += 1) {
    const own = Math.min(further, Math.ceil(further / (nodeCount - 1 - at)));
    for (let rule = 0; rule < own; rule += 1) {
      const to = Math.min(nodeCount - 1, at + 2 + ((at * 7 + rule * 3) % 8));
      edges.push({ id: `r${at}_${rule}`, from: `q${at}`, to: `q${to}`, condition: conditionOf(at, rule) });
    }
    further -= own;
    edges.push({ id: `e${at}`, from: `q${at}`, to: `q${at + 1}`, condition: null });
  }
  return { schema_version: "2.0", entry_node_id: "q0", fallback_end_node_id: null, nodes, edges };
}

const languages = "de fr es it nl pl pt ru tr uk ar fa he hi ja ko sv da fi cs".split(" ");

/** Creates a graph of 300 questions and an end whose every text is translated into 20 languages. */
export function translatedGraph(title: string): Graph {
  const graph = largeGraph(301, 300);
  const originals = [...originalsOf(graph, { title })];
  const translations = Object.fromEntries(
    languages.map((tag) => [tag, Object.fromEntries(originals.map(([key, text]) => [key, `${tag} ${text}`]))]),
  );
  return { ...graph, translations };
}

function nodeOf(at: number, nodeCount: number): GraphNode {
  const row = Math.floor(at / columns);
  const position = { x: (at % columns) * 380, y: row * 420 };
  const title = `Question ${at + 1}: how did you like what happened at stop ${at % 17}?`;
  if (at === nodeCount - 1)
    return { id: `q${at}`, question_type: "end_screen", data: { title: "Thank you" }, position };
  const isChoice = at % 2 === 0;
  const data = { title, ...(isChoice && { config: { options } }) };
  return { id: `q${at}`, question_type: isChoice ? "multiple_choice" : "number", data, position };
}

function conditionOf(at: number, rule: number): unknown {
  if (at % 2 === 0) return { op: "eq", right: options[rule % options.length]?.value };
  return { op: "between", right: [rule * 10, rule * 10 + 9] };
}
