import type { ServiceBroker } from "moleculer";
import { refuseLate, type Timed, tooLate } from "./deadline.ts";
import { clocksOf } from "./nodeClocks.ts";

/** Of a call's meta (shared/bus/contract/call.ts). */
interface Meta {
  deadline?: number;
  clock?: string;
}

/**
 * Converts an arriving call's deadline to this node's clock, for the code that commits, and refuses a late call (503). A process
 * that was stopped for ten seconds finds such calls when it wakes. The deadline of a node that does not answer a ping counts as
 * passed.
 */
export async function keepDeadline(context: Timed & { broker: ServiceBroker; meta: Meta }): Promise<void> {
  const { deadline, clock } = context.meta;
  if (deadline === undefined) return;
  const offset = await clocksOf(context.broker).offsetOf(clock ?? context.broker.nodeID);
  if (!offset) throw tooLate();
  context.locals.deadline = deadline + offset.ms - offset.uncertainty;
  refuseLate(context);
}
