import type { Middleware, ServiceBroker } from "moleculer";
import { lockDataDir } from "../dataDir.ts";
import { env } from "../env.ts";
import { abortStart, orAbort } from "../ops/abortStart.ts";
import { needPart } from "../ops/readiness.ts";
import { secretsKeyBytes } from "../secretsKey.ts";
import { type EmbeddedPostgres, startEmbedded } from "./postgres.ts";
import { databaseUser } from "./programs.ts";
import { embeddedProblem } from "./restart.ts";

/**
 * Starts embedded PostgreSQL before the services and stops it after them, if this process has a service without a database URL
 * (decisions §8).
 */
export function embeddedParts(): Middleware {
  let postgres: EmbeddedPostgres | undefined;
  let release: (() => void) | undefined;
  return {
    name: "EmbeddedParts",
    async starting(broker: ServiceBroker) {
      const isEmbedded = needsPostgres(broker);
      const lock = isEmbedded ? await lockDataDir(env().DATA_DIR, "server").catch(abortWith) : undefined;
      if (lock === null) {
        abortStart(
          `DATA_DIR ${env().DATA_DIR} is in use by another Pathform process. Stop it, or set another DATA_DIR.`,
        );
      }
      // fail before the start, because secrets and signed links need the key
      if (broker.services.some((service) => keyed.has(service.name))) orAbort(secretsKeyBytes);
      if (!lock) return;
      release = lock.release;
      const log = broker.getLogger("postgres");
      if (databaseUser) {
        log.info(`Running as root, so PostgreSQL runs as the user "nobody", which owns ${lock.path}/postgres.`);
      }
      const restart = { log, giveUp: () => process.exit(1) };
      postgres = await startEmbedded({ dataDir: lock.path, restart }).catch(abortWith);
      needPart("embedded PostgreSQL", { waitsFor: async () => embeddedProblem() });
    },
    async stopped() {
      await postgres?.stop();
      release?.();
    },
  };
}

const abortWith = (error: Error): never => abortStart(error.message);

const keyed: ReadonlySet<string> = new Set(["sessions", "analytics", "integrations"]);

const databases = ["auth", "forms", "sessions", "analytics", "integrations"] as const;

function needsPostgres(broker: ServiceBroker): boolean {
  if (env().DATABASE_URL) return false;
  const running = new Set(broker.services.map((service) => service.name));
  return databases.some((name) => {
    const own = env()[`${name.toUpperCase() as Uppercase<typeof name>}_DATABASE_URL`];
    return running.has(name) && own === undefined;
  });
}
