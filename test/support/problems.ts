import type { Fault } from "../../shared/domain/fault.ts";
import { dotted } from "../../shared/domain/fieldError.ts";
import { analyze } from "../../shared/domain/graph/analyze.ts";
import { problemMessage } from "../../shared/domain/graph/problem.ts";
import { keysOf } from "../../shared/domain/graph/problemPath.ts";
import { reasonText } from "../../shared/domain/graph/reasonText.ts";
import type { Graph, Problem } from "../../shared/domain/graph/types.ts";

/** Returns the problems of a graph with their messages in the API. */
export const wordedProblems = (graph: Graph, previous?: Graph): (Problem & { message: string })[] =>
  analyze(graph, previous).map((problem) => ({ ...problem, message: problemMessage(problem) }));

/** Returns the faults of a config or a condition as `<key>: <message>`. */
export const faultTexts = (faults: readonly Fault[]): string[] =>
  faults.map(({ at, reason }) => `${dotted(at)}: ${reasonText(reason)}`);

/** Returns the part of a graph at a problem's path. Throws if nothing is there. */
export const partAt = (graph: Graph, path: string | null): unknown =>
  keysOf(path).reduce<unknown>((part, key) => {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, key)) throw new Error(`nothing at ${path}`);
    return (part as Record<string, unknown>)[key];
  }, graph);
