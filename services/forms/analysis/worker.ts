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

/**
 * `result` is JSON: reading a text of megabytes holds the other thread up for half as long as taking over its objects does.
 * `refusal`: what was asked for is too much; `failure`: a fault of ours.
 */
export type Answer = { result: string } | { refusal: string } | { failure: string };

parentPort?.on("message", (question: Question) => parentPort?.postMessage(answerTo(question)));

function answerTo(question: Question): Answer {
  try {
    return { result: JSON.stringify(resultOf(question)) };
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

/** Bytes of JSON that the changes of one comparison may take. */
const diffLimit = 4 * 1024 * 1024;

class DiffTooLarge extends Error {
  constructor() {
    super("to: the changes are over 4 MiB together; compare versions that are nearer to each other");
  }
}

function boundedDiff(from: Snapshot, to: Snapshot): Change[] {
  const changes = diff(from, to);
  if (Buffer.byteLength(JSON.stringify(changes)) > diffLimit) throw new DiffTooLarge();
  return changes;
}
