import type { Service, ServiceBroker } from "moleculer";
import type { DatabaseService } from "../service.ts";
import { isDraining } from "./drain.ts";

/** What this process still waits for, in words; nothing: it is ready (decisions §8). */
export async function readiness(broker: ServiceBroker): Promise<string[]> {
  if (isDraining()) return ["its end: it is draining"];
  if (!broker.started) return ["its services"];
  const waits = broker.transit && !broker.transit.connected ? ["NATS"] : [];
  const services = broker.services as (Service & Partial<DatabaseService>)[];
  const databases = [...new Set(services.flatMap((service) => service.database ?? []))];
  const reachable = await Promise.all(databases.map((database) => inTime(database.isReachable())));
  return reachable.every(Boolean) ? waits : [...waits, "PostgreSQL"];
}

const patienceMs = 1_000;

/** A probe that waits is a probe that failed. */
function inTime(reachable: Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), patienceMs);
  void reachable.then(resolve, () => resolve(false));
  return promise.finally(() => clearTimeout(timer));
}
