import { parentPort } from "node:worker_threads";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import type { Change } from "../../../shared/domain/graph/diff/change.ts";
import { diff, type Snapshot } from "../../../shared/domain/graph/diff/diff.ts";
import {
  ExplanationTooLarge,
  type Simulation,
  type SimulationInput,
  simulate,
} from "../../../shared/domain/graph/simulate.ts";
import type { Graph, Problem } from "../../../shared/domain/graph/types.ts";

/** The thread in which graphs are proven, tried out and compared (analysis.ts): one after the other, each with its answer. */
export type Question =
  | { kind: "problems"; graph: Graph; previous: Graph | undefined }
  | { kind: "simulation"; graph: Graph; input: SimulationInput }
  | { kind: "diff"; from: Snapshot; to: Snapshot };

export interface Answers {
  problems: Problem[];
  simulation: Simulation;
  diff: Change[];
}

/** `refusal`: what was asked for is too much; `failure`: a fault of ours. */
export type Answer = { result: Answers[Question["kind"]] } | { refusal: string } | { failure: string };

parentPort?.on("message", (question: Question) => parentPort?.postMessage(answerTo(question)));

function answerTo(question: Question): Answer {
  try {
    return { result: resultOf(question) };
  } catch (error) {
    if (error instanceof ExplanationTooLarge || error instanceof DiffTooLarge) return { refusal: error.message };
    return { failure: (error as Error).stack ?? String(error) };
  }
}

function resultOf(question: Question): Answers[Question["kind"]] {
  if (question.kind === "problems") return analyze(question.graph, question.previous);
  if (question.kind === "simulation") return simulate(question.graph, question.input);
  return boundedDiff(question.from, question.to);
}

/** Characters of JSON that the changes of one comparison may take. */
const diffLimit = 4 * 1024 * 1024;

class DiffTooLarge extends Error {
  constructor() {
    super("to: the changes are over 4 MiB together; compare versions that are nearer to each other");
  }
}

function boundedDiff(from: Snapshot, to: Snapshot): Change[] {
  const changes = diff(from, to);
  if (JSON.stringify(changes).length > diffLimit) throw new DiffTooLarge();
  return changes;
}
