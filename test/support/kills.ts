import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FaultPoint } from "../../shared/platform/faultPoint.ts";
import type { Product, ServiceName } from "./product.ts";
import { runFolder } from "./run.ts";

/** Kills processes of a product at fault points (killAt.mjs). */
export interface Kills {
  /** environment of the product's processes */
  env: Record<string, string>;
  /** The first process that reaches the first point dies there, then the next one at the next point. */
  arm(...points: FaultPoint[]): void;
  /** Waits until a copy of the point's service died there, and returns its name. */
  died(product: Product, point: FaultPoint): Promise<string>;
}

const victims: Record<FaultPoint, ServiceName> = {
  "event-committed": "sessions",
  "completion-storing": "sessions",
  "claims-storing": "sessions",
  "correction-storing": "sessions",
  "correction-stored": "sessions",
  "event-leased": "sessions",
  "event-claimed": "integrations",
  "event-taken-in": "integrations",
  "event-acknowledged": "integrations",
  "delivery-claimed": "integrations",
  "delivery-sent": "integrations",
  "delivery-noting": "integrations",
  "delivery-recorded": "integrations",
  "mailing-noting": "integrations",
  "mailing-recorded": "integrations",
  "invitation-claimed": "integrations",
  "invitation-sent": "integrations",
  "invitation-noting": "integrations",
  "invitation-recorded": "integrations",
  "invitation-reported": "integrations",
  "import-storing": "sessions",
  "import-stored": "sessions",
  "place-taken": "sessions",
  "link-started": "sessions",
  "resume-asked": "sessions",
  "resume-sent": "integrations",
  "resume-opened": "sessions",
  "session-erased": "sessions",
  "auth-job-claimed": "auth",
  "forms-job-claimed": "forms",
  "integrations-job-claimed": "integrations",
  "auth-job-ran": "auth",
  "forms-job-ran": "forms",
  "integrations-job-ran": "integrations",
};

/** `name` is the test's. */
export function openKills(name: string): Kills {
  const file = join(runFolder(), `kill-at-${name}`);
  return {
    env: {
      NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, "killAt.mjs")).href}`,
      KILL_AT: file,
    },
    arm: (...points) => writeFileSync(file, points.join("\n")),
    died: ({ processes }, point) =>
      new Promise((resolve, reject) => {
        for (const [copy, { ended, log }] of processes) {
          if (!copy.startsWith(victims[point])) continue;
          void ended.then((end) => {
            const output = readFileSync(log, "utf8");
            if (output.includes(`Killed at ${point}\n`)) resolve(copy);
            // a later point's
            else if (!output.includes("Killed at "))
              reject(new Error(`${copy} ended (${end}) before ${point}: ${log}`));
          });
        }
      }),
  };
}
