import type { Service, ServiceBroker } from "moleculer";
import { maxPayload } from "../../shared/ops/packets.ts";
import { bodyLimit } from "./body.ts";

const headroom = 64 * 1024;

/** Bytes that a request's body may have: 1 MiB, or what a message of the bus can carry of it (decisions §1). */
export function bodyLimitOf(broker: ServiceBroker, logger: Service["logger"]): number {
  const carried = maxPayload(broker);
  const limit = Math.min(bodyLimit, carried - headroom);
  if (limit < bodyLimit) logger.info(`Request bodies may have ${limit} bytes: the bus carries ${carried}.`);
  return limit;
}
