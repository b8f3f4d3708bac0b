import type { ServiceBroker } from "moleculer";
import { refuseLate, type Timed, tooLate } from "./deadline.ts";
import { clocksOf } from "./nodeClocks.ts";

/** Deadline fields of a call's meta (shared/bus/contract/call.ts). */
interface Meta {
  deadline?: number;
  clock?: string;
}

/**
 * Converts a call's deadline to this node's clock and rejects late calls with 503, such as calls that queued while this process
 * was paused. If the caller's node doesn't respond to a ping, the call counts as late.
 */
export async function keepDeadline(context: Timed & { broker: ServiceBroker; meta: Meta }): Promise<void> {
  const { deadline, clock } = context.meta;
  if (deadline === undefined) return;
  const offset = await clocksOf(context.broker).offsetOf(clock ?? context.broker.nodeID);
  if (!offset) throw tooLate();
  context.locals.deadline = Math.floor(deadline + offset.ms - offset.uncertainty);
  refuseLate(context);
}
