import { useState } from "react";
import type { Simulation } from "../../../../../shared/domain/graph/simulate.ts";
import type { Example, Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { valueLabel } from "../conditions/sentence.ts";
import { useGraph } from "../editing/useEditor.ts";
import { nameOfNode } from "../types/names.ts";
import { type QuestionTable, useQuestionTable } from "../types/questionTable.ts";
import { useAnalyst } from "./analyst.ts";
import styles from "./problems.module.css";

/** Walks the answers that lead to a problem, by the very code of a session, and tells each step. */
export function ExamplePlay({ example }: { example: Example }) {
  const graph = useGraph();
  const table = useQuestionTable();
  const analyst = useAnalyst();
  const [steps, setSteps] = useState<string[] | null>(null);
  const play = async () => {
    const { answers, hidden = {} } = example;
    const today = new Date().toISOString().slice(0, 10);
    const walk = await analyst?.walk(graph, { answers, hidden, today });
    if (walk) setSteps(stepsOf(walk, example, graph, table));
  };
  return (
    <div className={styles.example}>
      <button type="button" onClick={() => void play()}>
        {words.play}
      </button>
      {steps && (
        <ol>
          {steps.map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no name but their place
            <li key={at}>{text}</li>
          ))}
        </ol>
      )}
    </div>
  );
}

function stepsOf(walk: Simulation, { answers }: Example, graph: Graph, table: QuestionTable): string[] {
  const { traversal_path, stopped, end_node_id } = walk;
  const nameOf = (id: string) => {
    const node = graph.nodes.find((one) => one.id === id);
    return node ? nameOfNode(node) : id;
  };
  const label = (id: string, answer: unknown) => {
    const left = { type: "answer", node_id: id } as const;
    const one = (value: unknown) => valueLabel(String(value), left, { graph, from: id, table });
    if (answer === undefined || answer === null) return null;
    if (Array.isArray(answer)) return answer.map(one).join(", ");
    return typeof answer === "object" ? JSON.stringify(answer) : one(answer);
  };
  const walked = traversal_path.map((id) => words.exampleStep(nameOf(id), label(id, answers[id])));
  if (stopped)
    return [
      ...walked,
      words.exampleStops(
        stopped.node_id === null ? words.ofForm : nameOf(stopped.node_id),
        words.stopReasons[stopped.reason],
      ),
    ];
  return end_node_id ? [...walked, words.exampleEnds(nameOf(end_node_id))] : walked;
}
