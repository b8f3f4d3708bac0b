import type { Service, ServiceBroker } from "moleculer";
import { isDraining } from "./drain.ts";
import { waitedFor } from "./waiting.ts";

/** A dependency of this process, such as the bus or a database. */
export interface Part {
  /** Returns what the process is waiting for, or undefined if the part is ready. */
  waitsFor(): Promise<string | undefined>;
}

const needed = new Set<Part>();

/** Adds a part that readiness depends on. Returns a function that removes it. */
export function needPart(part: Part): () => void {
  needed.add(part);
  return () => void needed.delete(part);
}

interface ServiceWithParts extends Service {
  database?: Part;
  /** instead of `database`, where a service has several */
  databases?: Part[];
}

/** Names what this process is waiting for. Empty when ready (decisions §8). */
export async function readiness(broker: ServiceBroker): Promise<string[]> {
  if (isDraining()) return ["shutdown: it is draining"];
  if (!broker.started) return waitedFor().length > 0 ? waitedFor() : ["its services"];
  const services = broker.services as ServiceWithParts[];
  const databases = new Set(services.flatMap((service) => service.databases ?? service.database ?? []));
  const missing = await Promise.all([
    ...[...needed].map((part) => inTime(part.waitsFor(), "a dependency that doesn't respond")),
    ...[...databases].map((database) => inTime(database.waitsFor(), "PostgreSQL")),
  ]);
  return [...new Set(missing.filter((part) => part !== undefined))];
}

const probeTimeout = 1_000;

/** Returns `otherwise` if the probe fails or takes too long. */
function inTime<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(otherwise), probeTimeout);
  void answer.then(resolve, () => resolve(otherwise));
  return promise.finally(() => clearTimeout(timer));
}
