import type { Service, ServiceBroker } from "moleculer";
import { isDraining } from "./drain.ts";
import { waitedFor } from "./waiting.ts";

/** The bus, a database, or what else a process cannot do without; in words, and nothing where it is ready. */
export interface Part {
  waitsFor(): Promise<string | undefined>;
}

const needed = new Set<Part>();

/** From now on this process is not ready without a part that is no service's own; gives what ends that. */
export function needPart(part: Part): () => void {
  needed.add(part);
  return () => void needed.delete(part);
}

interface ServiceWithParts extends Service {
  database?: Part;
  /** instead of `database`, where a service has several */
  databases?: Part[];
}

/** What this process still waits for, in words; nothing: it is ready (decisions §8). */
export async function readiness(broker: ServiceBroker): Promise<string[]> {
  if (isDraining()) return ["its end: it is draining"];
  if (!broker.started) return waitedFor().length > 0 ? waitedFor() : ["its services"];
  const services = broker.services as ServiceWithParts[];
  const databases = new Set(services.flatMap((service) => service.databases ?? service.database ?? []));
  const missing = await Promise.all([
    ...[...needed].map((part) => inTime(part.waitsFor(), "a part that does not answer")),
    ...[...databases].map((database) => inTime(database.waitsFor(), "PostgreSQL")),
  ]);
  return [...new Set(missing.filter((part) => part !== undefined))];
}

const probeTimeout = 1_000;

/** A part that does not answer a probe in time is not there. */
function inTime<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(otherwise), probeTimeout);
  void answer.then(resolve, () => resolve(otherwise));
  return promise.finally(() => clearTimeout(timer));
}
