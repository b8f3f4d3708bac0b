import type { Middleware, ServiceBroker } from "moleculer";
import { lockDataDir } from "./data-dir.ts";
import { type EmbeddedPostgres, startEmbedded } from "./database/embedded.ts";
import { env } from "./env.ts";
import { orStop, stopStart } from "./ops/stop-start.ts";
import { secretsKeyBytes } from "./secrets-key.ts";

/**
 * Starts PostgreSQL before the services and stops it after them, where this process holds a service whose database has no
 * address (decisions §8, embedded).
 */
export function embeddedParts(): Middleware {
  let postgres: EmbeddedPostgres | undefined;
  let release: (() => void) | undefined;
  return {
    name: "EmbeddedParts",
    async starting(broker: ServiceBroker) {
      // said before anything has begun: secrets and signed links rest on it
      if (broker.services.some((service) => keyed.has(service.name))) orStop(secretsKeyBytes);
      if (!needsPostgres(broker)) return;
      const { DATA_DIR } = env();
      const lock = await lockDataDir(DATA_DIR, "server");
      if (!lock) stopStart(`DATA_DIR ${DATA_DIR} is in use by another Pathform: stop that one, or set DATA_DIR.`);
      release = lock.release;
      postgres = await startEmbedded({ dataDir: lock.path }).catch((error: Error) => stopStart(error.message));
    },
    async stopped() {
      await postgres?.stop();
      release?.();
    },
  };
}

const keyed: ReadonlySet<string> = new Set(["sessions", "analytics", "integrations"]);

const databases = ["auth", "forms", "sessions", "analytics", "integrations"] as const;

function needsPostgres(broker: ServiceBroker): boolean {
  if (env().DATABASE_URL) return false;
  const held = new Set(broker.services.map((service) => service.name));
  return databases.some((name) => {
    const own = env()[`${name.toUpperCase() as Uppercase<typeof name>}_DATABASE_URL`];
    return held.has(name) && own === undefined;
  });
}
