import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { readForm } from "./read.ts";
import { Refusal } from "./refusal.ts";

/** A document to convert within so much CPU time. */
export interface Task {
  bytes: Uint8Array;
  cpuMs: number;
}

/** Message of the child: it has loaded its modules, or the outcome of a task. `failure` is an internal error. */
export type Message = "ready" | Outcome;
export type Outcome = { result: string } | { refusal: string } | { failure: string };

/** Process that converts one document at a time (converter.ts). Without a parent it ends. */
const guard = new Worker(join(import.meta.dirname, "cpuGuard.ts"));
// the parent decides, also if a signal reaches the whole process group
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
process.on("message", async ({ bytes, cpuMs }: Task) => {
  guard.postMessage(cpuMs);
  const outcome = await outcomeOf(bytes);
  guard.postMessage(null);
  process.send?.(outcome satisfies Message);
});
process.send?.("ready" satisfies Message);

async function outcomeOf(bytes: Uint8Array): Promise<Outcome> {
  try {
    return { result: await readForm(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    return { failure: (error as Error).stack ?? String(error) };
  }
}
