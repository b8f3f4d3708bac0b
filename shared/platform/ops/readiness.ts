import { setTimeout as sleep } from "node:timers/promises";
import type { Service, ServiceBroker } from "moleculer";
import { Gauge } from "prom-client";
import { isDraining } from "./drain.ts";
import { registry } from "./registry.ts";
import { waitedFor } from "./waiting.ts";

/** A dependency of this process, such as the bus or a database. */
export interface Part {
  /** Returns what the process is waiting for, or undefined if the part is ready. */
  waitsFor(): Promise<string | undefined>;
}

/** Parts with their names in metrics. */
const needed = new Map<Part, string>();

/** Adds a part that readiness depends on. Returns a function that removes it. */
export function needPart(name: string, part: Part): () => void {
  needed.set(part, name);
  return () => {
    needed.delete(part);
    ready.remove({ part: name });
  };
}

const ready = new Gauge({
  name: "pathform_ready",
  help: "1 if the process (part: process) or a part is ready, else 0",
  labelNames: ["part"],
  registers: [registry],
  collect: () => watched.look(),
});

/** The broker whose readiness a scrape looks at. */
const watched = { look: async (): Promise<void> => undefined };

/** Makes scrapes look at the readiness of this broker, as probes do, and wait up to 0.3 s for it. Returns the end of that. */
export function lookForScrapes(broker: ServiceBroker): () => void {
  const look = async () => {
    await Promise.race([readiness(broker), sleep(scrapePatience, undefined, { ref: false })]);
  };
  watched.look = look;
  return () => {
    if (watched.look === look) watched.look = async () => undefined;
  };
}

/** ms */
const scrapePatience = 300;

/** Sets `pathform_ready` of a part that readiness doesn't depend on. */
export const setReady = (part: string, isReady: boolean): void => ready.set({ part }, isReady ? 1 : 0);

interface ServiceWithParts extends Service {
  database?: Part;
  /** instead of `database`, where a service has several */
  databases?: Part[];
}

/** Names what this process is waiting for. Empty when ready (decisions §8). */
export async function readiness(broker: ServiceBroker): Promise<string[]> {
  const missing = await missingParts(broker);
  ready.set({ part: "process" }, missing.length > 0 ? 0 : 1);
  return missing;
}

async function missingParts(broker: ServiceBroker): Promise<string[]> {
  if (isDraining()) return ["shutting down"];
  if (!broker.started) return waitedFor().length > 0 ? waitedFor() : ["services starting"];
  const services = broker.services as ServiceWithParts[];
  const databases = new Set(services.flatMap((service) => service.databases ?? service.database ?? []));
  const missing = await Promise.all([
    ...[...needed].map(([part, name]) => ask(name, [part], "a dependency that doesn't respond")),
    ...(databases.size > 0 ? [ask("PostgreSQL", [...databases], "PostgreSQL")] : []),
  ]);
  return [...new Set(missing.flat())];
}

/** Asks parts that share a name. Returns what they wait for, `otherwise` for one that doesn't respond. */
async function ask(name: string, parts: Part[], otherwise: string): Promise<string[]> {
  const answers = await Promise.all(parts.map((part) => inTime(part.waitsFor(), otherwise)));
  const missing = answers.filter((answer) => answer !== undefined);
  ready.set({ part: name }, missing.length > 0 ? 0 : 1);
  return missing;
}

const probeTimeout = 1_000;

/** Returns `otherwise` if the probe fails or takes too long. */
function inTime<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(otherwise), probeTimeout);
  void answer.then(resolve, () => resolve(otherwise));
  return promise.finally(() => clearTimeout(timer));
}
