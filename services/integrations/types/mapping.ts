import type { SessionDetail } from "../../../shared/api/shapes/sessions.ts";
import { labelOf } from "../../../shared/domain/graph/calculations/results.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { type Readable, readableAnswers } from "./answers.ts";
import { failure } from "./outcome.ts";
import type { Outcome } from "./type.ts";

/** A mapping applied to one session. */
export interface Mapped {
  /** Answers by the provider's names. */
  values: Record<string, Readable>;
  /** Names whose nodes this version lacks, as a message. Null if there are none. */
  problem: string | null;
}

/** Returns the entries that are sent: without those of personal answers and hidden fields if these are left out (wants §21.5). */
export const sentEntries = (
  map: Readonly<Record<string, string>>,
  omitted: ReadonlySet<string> | null,
): Readonly<Record<string, string>> =>
  omitted
    ? Object.fromEntries(Object.entries(map).filter(([, id]) => !omitted.has(id) && !id.startsWith("hidden:")))
    : map;

/** `field` is the config's, for the message. Skipped answers are left out, so they clear nothing. */
export function mapAnswers(
  field: string,
  map: Readonly<Record<string, string>>,
  graph: Graph,
  session: SessionDetail,
): Mapped {
  const answers = readableAnswers(graph, session);
  const readableOf = (id: string) => (id.includes(":") ? sessionValue(id, graph, session) : answers.get(id));
  const entries = Object.entries(map);
  const values = entries.flatMap(([name, id]) => {
    const value = readableOf(id);
    return value === undefined ? [] : [[name, value] as const];
  });
  const named = entries.map(([name, id]) => ({ at: `${field}.${name}`, id }));
  return { values: Object.fromEntries(values), problem: lacking(named, graph, session) };
}

/** Returns the mapped values for a record that an earlier revision made, with `empty` where the newest has no answer. */
export const replacing = <E>(
  map: Readonly<Record<string, string>>,
  values: Mapped["values"],
  empty: E,
): Record<string, Readable | E> => ({
  ...Object.fromEntries(Object.keys(map).map((name) => [name, empty])),
  ...values,
});

/** Returns a calculation, a band's label, the score or a hidden field. Undefined if it is unknown or empty. */
function sessionValue(id: string, { calculations = [] }: Graph, session: SessionDetail): Readable | undefined {
  const [kind, key = ""] = id.split(":");
  if (kind === "score") return session.total_score;
  if (kind === "hidden") return (Object.hasOwn(session.hidden, key) && session.hidden[key]) || undefined;
  // events from before calculations have none
  const result = Object.hasOwn(session.calculations ?? {}, key) ? session.calculations[key] : undefined;
  if (kind === "calculation") return result?.value ?? undefined;
  const bands = calculations.find((calculation) => calculation.key === key)?.bands ?? [];
  const band = bands.find((one) => one.key === result?.band);
  return band && labelOf(band);
}

/** Returns a message about config keys that name nodes or values this version lacks. Null if there are none. */
export function lacking(
  named: readonly { at: string; id: string }[],
  graph: Graph,
  { version_number }: Pick<SessionDetail, "version_number">,
): string | null {
  const { nodes, calculations = [], hidden_fields = [] } = graph;
  const ids = new Set([
    ...nodes.map(({ id }) => id),
    ...calculations.flatMap(({ key }) => [`calculation:${key}`, `band:${key}`]),
    ...hidden_fields.map((key) => `hidden:${key}`),
    "score:total",
  ]);
  const missing = named
    .filter(({ id }) => !ids.has(id))
    .map(({ at, id }) => `config.${at} names ${id.includes(":") ? id : `the node ${id}`}`);
  return missing.length === 0
    ? null
    : `${missing.join(", ")}, which version ${version_number} of the form doesn't have.`;
}

/** Reports a problem of a delivery that succeeded otherwise. Repeating it wouldn't help (decisions §7). */
export function withProblem(outcome: Outcome, problem: string | null): Outcome {
  if (problem === null || outcome.kind !== "delivered") return outcome;
  return { ...outcome, kind: "permanent", error_message: `Partially delivered: ${problem}` };
}

/** The graph exists, because the version was published, but couldn't be read now. */
export const withoutGraph = (): Outcome => failure("Couldn't read the form's version. Nothing was sent.");
