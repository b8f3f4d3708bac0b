import type { Service, ServiceBroker } from "moleculer";
import type { DatabaseService } from "./service.ts";

/** What this process still waits for, in words; nothing: it is ready (decisions §8). */
export async function readiness(broker: ServiceBroker): Promise<string[]> {
  if (!broker.started) return ["its services"];
  const waits = broker.transit && !broker.transit.connected ? ["NATS"] : [];
  const services = broker.services as (Service & Partial<DatabaseService>)[];
  const databases = [...new Set(services.flatMap((service) => service.database ?? []))];
  const reachable = await Promise.all(databases.map((database) => database.isReachable()));
  return reachable.every(Boolean) ? waits : [...waits, "PostgreSQL"];
}
