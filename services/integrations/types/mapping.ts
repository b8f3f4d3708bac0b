import type { Graph } from "../../../shared/domain/graph/types.ts";
import type { SessionDetail } from "../../../shared/domain/shapes/sessions.ts";
import { type Readable, readableAnswers } from "./answers.ts";
import { failure } from "./outcome.ts";
import type { Outcome } from "./type.ts";

/** A mapping as it applies to one session. */
export interface Mapped {
  /** what was answered, by the provider's names */
  values: Record<string, Readable>;
  /** what to report of the names whose nodes this version lacks; null where there are none */
  problem: string | null;
}

/** `field` is the config's, for the message. What was skipped is left out: it says nothing, and clears nothing. */
export function mapAnswers(
  field: string,
  map: Readonly<Record<string, string>>,
  graph: Graph,
  session: SessionDetail,
): Mapped {
  const answers = readableAnswers(graph, session);
  const entries = Object.entries(map);
  const values = entries.flatMap(([name, id]) => {
    const value = answers.get(id);
    return value === undefined ? [] : [[name, value] as const];
  });
  const named = entries.map(([name, id]) => ({ at: `${field}.${name}`, id }));
  return { values: Object.fromEntries(values), problem: lacking(named, graph, session) };
}

/** What to report of config keys that name nodes which this version lacks; null where there are none. */
export function lacking(
  named: readonly { at: string; id: string }[],
  graph: Graph,
  { version_number }: Pick<SessionDetail, "version_number">,
): string | null {
  const ids = new Set(graph.nodes.map(({ id }) => id));
  const missing = named.filter(({ id }) => !ids.has(id)).map(({ at, id }) => `config.${at} names the node ${id}`);
  return missing.length === 0 ? null : `${missing.join(", ")}, which version ${version_number} of the form lacks.`;
}

/** The rest was delivered, and to send it again would mend nothing: the record says what is missing (decisions §7). */
export function withProblem(outcome: Outcome, problem: string | null): Outcome {
  if (problem === null || outcome.error_message !== null) return outcome;
  return { ...outcome, error_message: `Delivered, but for this: ${problem}`, final: true };
}

/** The version was published once, so its graph is there; a part that does not answer now may do so later. */
export const withoutGraph = (): Outcome => failure("The form's version could not be read; nothing was sent.");
