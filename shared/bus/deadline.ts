import type { ServiceBroker } from "moleculer";
import { refuseLate, type Timed, tooLate } from "../platform/deadline.ts";
import { clocksOf } from "./clocks.ts";
import type { Meta } from "./contract.ts";

/**
 * On arrival of a call: reads its deadline on this node's own clock, for whoever commits (shared/platform/deadline.ts), and
 * refuses the call when it is late (503). A process that was stopped for ten seconds finds such calls when it wakes. A
 * deadline of a node whose clock cannot be asked counts as passed.
 */
export async function keepDeadline(context: Timed & { broker: ServiceBroker; meta: Meta }): Promise<void> {
  const { deadline, clock } = context.meta;
  if (deadline === undefined) return;
  const offset = await clocksOf(context.broker).offsetOf(clock ?? context.broker.nodeID);
  if (!offset) throw tooLate();
  context.locals.deadline = deadline + offset.ms - offset.uncertainty;
  refuseLate(context);
}
