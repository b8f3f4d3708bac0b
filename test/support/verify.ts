import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../shared/domain/graph/types.ts";
import type { Load, Remembered } from "./load.ts";
import type { Received } from "./receiver.ts";

/**
 * Reads everything back through the owner's API and compares it with the acknowledged data: no answer is lost or doubled, no path
 * has a gap, every acknowledged completion is completed, and nothing else exists.
 */
interface Detail {
  id: string;
  status: string;
  answers_count: number;
  traversal_path: string[];
  answers: { id: string; node_id: string; answer: Json }[];
}

export interface Found {
  sessions: number;
  answers: number;
  completed: number;
  problems: string[];
}

export async function verify(
  load: Pick<Load, "sessions" | "unknownStarts">,
  read: { url: string; slug: string; key: string },
): Promise<Found> {
  const details = await readAll(read);
  const byId = Map.groupBy(details, (detail) => detail.id);
  const problems = load.sessions.flatMap((session) => problemsOf(session, byId.get(session.id) ?? []));
  const known = new Set(load.sessions.map((session) => session.id));
  const unknown = details.filter((detail) => !known.has(detail.id));
  if (unknown.length > load.unknownStarts()) problems.push(`${unknown.length} sessions that nobody started`);
  return {
    sessions: details.length,
    answers: details.reduce((sum, detail) => sum + detail.answers.length, 0),
    completed: details.filter((detail) => detail.status === "completed").length,
    problems,
  };
}

async function readAll({ url, slug, key }: { url: string; slug: string; key: string }): Promise<Detail[]> {
  const path = `${url}/api/v2/form/${slug}/responses/export/?format=json`;
  const response = await fetch(path, { headers: { authorization: `Bearer ${key}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} returned ${response.status} ${text}`);
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function problemsOf(session: Remembered, found: Detail[]): string[] {
  const [detail] = found;
  if (!detail || found.length > 1) return [`${session.id} is there ${found.length} times`];
  const problem = pathProblem(session, detail) ?? answersProblem(session, detail) ?? statusProblem(session, detail);
  return problem ? [`${session.id}: ${problem}`] : [];
}

/** Checks the acknowledged path, which the step without response can extend. */
function pathProblem({ path, pending }: Remembered, { traversal_path }: Detail): string | null {
  if (isDeepStrictEqual(path, traversal_path)) return null;
  const shown = `acknowledged ${path.join(" ")}, stored ${traversal_path.join(" ")}`;
  if (!pending) return `another path: ${shown}`;
  const kept = path.slice(0, path.indexOf(pending.node_id) + 1);
  const isApplied = isDeepStrictEqual(traversal_path.slice(0, -1), kept);
  return isApplied ? null : `a path with a hole: ${shown}`;
}

function answersProblem({ given, pending }: Remembered, { answers, answers_count }: Detail): string | null {
  const stored = new Map(answers.map(({ node_id, answer }) => [node_id, answer]));
  if (stored.size !== answers.length || answers_count !== answers.length) return "an answer that is there twice";
  for (const [nodeId, value] of given) {
    const isAsGiven = isDeepStrictEqual(stored.get(nodeId) ?? null, value);
    if (!isAsGiven && !pending)
      return `${nodeId} was ${JSON.stringify(value)}, is ${JSON.stringify(stored.get(nodeId))}`;
  }
  const extra = [...stored.keys()].filter((nodeId) => !given.has(nodeId) && nodeId !== pending?.node_id);
  return extra.length > 0 ? `answers that nobody gave: ${extra.join(" ")}` : null;
}

function statusProblem({ isCompleted }: Remembered, { status }: Detail): string | null {
  return isCompleted && status !== "completed" ? `was completed, is ${status}` : null;
}

/** Returns the events of these sessions that the receiver didn't get, or got with two ids. */
export function deliveryProblems(sessions: readonly Remembered[], received: readonly Received[]): string[] {
  const ids = new Map<string, Set<string>>();
  for (const { headers, body } of received) {
    const { type, data } = JSON.parse(body);
    const event = `${type} ${data.session.id}`;
    ids.set(event, (ids.get(event) ?? new Set()).add(headers["webhook-id"] ?? ""));
  }
  const events = sessions.flatMap(({ id, isCompleted }) => [
    `session.started ${id}`,
    ...(isCompleted ? [`session.completed ${id}`] : []),
  ]);
  return events.flatMap((event) => {
    const count = ids.get(event)?.size ?? 0;
    return count === 1 ? [] : [`${event} was delivered under ${count} ids`];
  });
}
