import type { Graph, Json } from "../../../shared/graph/types.ts";
import { Type } from "../../../shared/schema.ts";
import { idPattern } from "../../../shared/shapes/graph.ts";
import type { SessionDetail } from "../../../shared/shapes/sessions.ts";
import { type Readable, readableAnswers } from "./answers.ts";
import { failure } from "./outcome.ts";
import type { ConfigField, Outcome } from "./type.ts";

/** Which answer goes where: names at the provider → node ids of a form. */
export const nodeId = () =>
  Type.String({ pattern: idPattern, patternMessage: "must be a node id: 1–64 of A–Z, a–z, 0–9, _ and -" });

const memberLimit = 100;
/** Names of properties and fields go into addresses and queries at the provider. */
export const providerName = /^[A-Za-z][A-Za-z0-9_]{0,99}$/;

export const nodeMap: ConfigField = {
  shape: Type.Record(Type.String(), nodeId()),
  fallback: {},
  problems: mapProblems,
};

function mapProblems(value: Json): string[] {
  const names = Object.keys(value as object);
  return [
    ...(names.length > memberLimit ? [`: must have at most ${memberLimit} members`] : []),
    ...(names.every((name) => providerName.test(name)) ? [] : [": must have names of letters, digits and _"]),
  ];
}

/** A mapping as it applies to one session. */
export interface Mapped {
  /** what was answered, by the provider's names */
  values: Record<string, Readable>;
  /** what to tell of the names whose nodes this version lacks; null where there are none */
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

/** What to tell of config keys that name nodes which this version lacks; null where there are none. */
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
