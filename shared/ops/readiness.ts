import type { Service, ServiceBroker } from "moleculer";
import type { Bus } from "../bus.ts";
import type { DatabaseService } from "../service.ts";
import { isDraining } from "./drain.ts";
import { waitedFor } from "./waiting.ts";

/** What this process still waits for, in words; nothing: it is ready (decisions §8). */
export async function readiness(broker: ServiceBroker): Promise<string[]> {
  if (isDraining()) return ["its end: it is draining"];
  if (!broker.started) return waitedFor().length > 0 ? waitedFor() : ["its services"];
  const bus = broker.transit?.tx as Bus | undefined;
  const services = broker.services as (Service & Partial<DatabaseService>)[];
  const databases = [...new Set(services.flatMap((service) => service.database ?? []))];
  const parts = [...(bus ? [{ name: "NATS", part: bus }] : []), ...databases.map(postgres)];
  const reachable = await Promise.all(parts.map(({ part }) => inTime(part.isReachable())));
  return [...new Set(parts.filter((_, index) => !reachable[index]).map(({ name }) => name))];
}

const postgres = (part: { isReachable(): Promise<boolean> }) => ({ name: "PostgreSQL", part });

const patienceMs = 1_000;

/** A probe that waits is a probe that failed. */
function inTime(reachable: Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), patienceMs);
  void reachable.then(resolve, () => resolve(false));
  return promise.finally(() => clearTimeout(timer));
}
