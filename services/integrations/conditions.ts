import { satisfies, sessionConditionFault } from "../../shared/domain/graph/sessionCondition.ts";
import { invalid } from "../../shared/platform/errors.ts";
import type { Graphs } from "./graphs.ts";
import type { ClaimedDelivery } from "./store/queue.ts";

/** Throws 400 if the condition of a request is malformed (features §17). */
export function checkCondition(condition: unknown): void {
  const fault = condition === undefined || condition === null ? null : sessionConditionFault(condition);
  if (fault !== null) throw invalid([`condition: ${fault}`]);
}

export type Verdict = "send" | "skip" | "unknown";

/**
 * Judges whether a delivery is sent, by the session's own version. Only the first attempt is judged. `unknown`: the version
 * can't be read at the moment.
 */
export async function judge(
  { condition, attempts, payload }: Pick<ClaimedDelivery, "condition" | "attempts" | "payload">,
  graphs: Graphs,
): Promise<Verdict> {
  if (condition === null || attempts > 0) return "send";
  const { form, session } = payload.data;
  const graph = await graphs.get(form.id, session.version_number).catch(() => null);
  if (!graph) return "unknown";
  return satisfies(condition, graph, session) ? "send" : "skip";
}
