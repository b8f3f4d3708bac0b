import { writeSync } from "node:fs";
import { env, type KillPoint } from "./env.ts";

/** Where PATHFORM_KILL_AT names this place, the process ends here as by a crash; else this does nothing. */
export function killAt(point: KillPoint): void {
  if (env().PATHFORM_KILL_AT !== point) return;
  // the log's own writer would not get to it any more
  writeSync(2, `Killed at ${point}\n`);
  process.kill(process.pid, "SIGKILL");
}
