import type { Service, ServiceBroker } from "moleculer";
import { bodyLimit } from "./body.ts";

const headroom = 64 * 1024;

/** Bytes that a request's body may have: 1 MiB, or what a message of the bus can carry of it (decisions §1). */
export function bodyLimitOf(broker: ServiceBroker, logger: Service["logger"]): number {
  const transporter = broker.transit?.tx as { client?: { info?: { max_payload?: number } } } | undefined;
  const maxPayload = transporter?.client?.info?.max_payload ?? Number.POSITIVE_INFINITY;
  const limit = Math.min(bodyLimit, maxPayload - headroom);
  if (limit < bodyLimit) logger.info(`Request bodies may have ${limit} bytes: the bus carries ${maxPayload}.`);
  return limit;
}
