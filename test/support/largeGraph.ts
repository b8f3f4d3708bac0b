import { originalsOf } from "../../shared/domain/graph/translations/translations.ts";
import type { Graph, GraphNode } from "../../shared/domain/graph/types.ts";

const questions = 300;
const options = ["red", "green", "blue", "yellow"].map((value) => ({ value, label: `The colour ${value}` }));
const languages = "de fr es it nl pl pt ru tr uk ar fa he hi ja ko sv da fi cs".split(" ");

/** Creates a graph of 300 consecutive questions and an end whose every text is translated into 20 languages. */
export function translatedGraph(title: string): Graph {
  const nodes = Array.from({ length: questions }, (_, at) => questionAt(at));
  nodes.push({ id: `q${questions}`, question_type: "end_screen", data: { title: "Thank you" } });
  const edges = nodes.slice(1).map(({ id }, at) => ({ id: `e${at}`, from: `q${at}`, to: id, condition: null }));
  const graph: Graph = { schema_version: "2.0", entry_node_id: "q0", fallback_end_node_id: null, nodes, edges };
  const originals = [...originalsOf(graph, { title })];
  const translations = Object.fromEntries(
    languages.map((tag) => [tag, Object.fromEntries(originals.map(([key, text]) => [key, `${tag} ${text}`]))]),
  );
  return { ...graph, translations };
}

function questionAt(at: number): GraphNode {
  const title = `Question ${at + 1}: how did you like what happened at stop ${at % 17}?`;
  const isChoice = at % 2 === 0;
  const data = { title, ...(isChoice && { config: { options } }) };
  return { id: `q${at}`, question_type: isChoice ? "multiple_choice" : "number", data };
}
