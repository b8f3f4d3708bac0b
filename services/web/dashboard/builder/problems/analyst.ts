import { createContext, useContext } from "react";
import type { Fault } from "../../../../../shared/domain/fault.ts";
import type { Simulation } from "../../../../../shared/domain/graph/shapes/simulation.ts";
import type { SimulationInput } from "../../../../../shared/domain/graph/simulate.ts";
import type { FormSettings } from "../../../../../shared/domain/graph/translations/problems.ts";
import type { Graph, GraphNode, Problem } from "../../../../../shared/domain/graph/types.ts";
import type { Walkable } from "../../../../../shared/domain/graph/walkable.ts";
import type { Tried, TriedValues } from "../conditions/tried.ts";
import type { DryRun } from "./dryRun.ts";
import type { ScoreResults } from "./evaluateScores.ts";

export type Question =
  | { kind: "problems"; graph: Graph; previous: Graph | null; settings: FormSettings }
  | { kind: "walk"; graph: Graph; input: SimulationInput }
  | { kind: "walkable"; graph: Graph }
  | { kind: "rules"; graph: Graph; from: string; values: TriedValues }
  | { kind: "config"; node: GraphNode }
  | { kind: "scores"; graph: Graph; run: DryRun; today: string };

export interface Asked {
  turn: number;
  question: Question;
}

/** Requests to the worker. */
export interface Analyst {
  /** Returns the problems of publishing. `previous`: the graph of the current version. */
  problems(graph: Graph, previous: Graph | null, settings?: FormSettings): Promise<Problem[]>;
  walk(graph: Graph, input: SimulationInput): Promise<Simulation>;
  /** Returns the part of the graph without errors. */
  walkable(graph: Graph): Promise<Walkable>;
  /** The first rule of a question that matches these values. */
  rules(graph: Graph, from: string, values: TriedValues): Promise<Tried>;
  /** Returns the scores of a dry run and the values of their parts. */
  scores(graph: Graph, run: DryRun, today: string): Promise<ScoreResults>;
  /** Returns the faults of a node's config. */
  config(node: GraphNode): Promise<readonly Fault[]>;
  close(): void;
}

/** Calls `onFailed` if the worker can't load. */
export function openAnalyst(onFailed: () => void = () => undefined): Analyst {
  const worker = new Worker(new URL("./analysis.worker.ts", import.meta.url), { type: "module" });
  worker.onerror = onFailed;
  const waiting = new Map<number, (answer: never) => void>();
  let turns = 0;
  worker.onmessage = ({ data }: MessageEvent<{ turn: number; answer: never }>) => {
    waiting.get(data.turn)?.(data.answer);
    waiting.delete(data.turn);
  };
  const ask = <T>(question: Question) =>
    new Promise<T>((resolve) => {
      turns += 1;
      waiting.set(turns, resolve);
      const asked: Asked = { turn: turns, question };
      worker.postMessage(asked);
    });
  return {
    problems: (graph, previous, settings = {}) => ask({ kind: "problems", graph, previous, settings }),
    walk: (graph, input) => ask({ kind: "walk", graph, input }),
    walkable: (graph) => ask({ kind: "walkable", graph }),
    rules: (graph, from, values) => ask({ kind: "rules", graph, from, values }),
    scores: (graph, run, today) => ask({ kind: "scores", graph, run, today }),
    config: (node) => ask({ kind: "config", node }),
    close: () => worker.terminate(),
  };
}

export const AnalystContext = createContext<Analyst | null>(null);
export const useAnalyst = (): Analyst | null => useContext(AnalystContext);
