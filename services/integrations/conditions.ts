import type { SessionEvent } from "../../shared/api/shapes/events.ts";
import { satisfies, sessionConditionFault } from "../../shared/domain/graph/sessionCondition.ts";
import { invalid } from "../../shared/platform/errors.ts";
import type { Graphs } from "./graphs.ts";
import type { Claimed } from "./store/queue.ts";

/** Throws 400 if the condition of a request is malformed (features §17). */
export function checkCondition(condition: unknown): void {
  const fault = condition === undefined || condition === null ? null : sessionConditionFault(condition);
  if (fault !== null) throw invalid([`condition: ${fault}`]);
}

export type Verdict = "send" | "skip" | "unknown";

/**
 * Judges whether an event is sent, by the session's own version: with a delivery of its own or in a daily email. `unknown`: the
 * version can't be read at the moment.
 */
export async function judge(
  { condition, payload }: Pick<Claimed<SessionEvent>, "condition" | "payload">,
  graphs: Graphs,
): Promise<Verdict> {
  if (condition === null) return "send";
  const { form, session } = payload.data;
  const graph = await graphs.get(form.id, session.version_number).catch(() => null);
  if (!graph) return "unknown";
  return satisfies(condition, graph, session) ? "send" : "skip";
}
