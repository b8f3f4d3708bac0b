import { subscribe } from "node:diagnostics_channel";
import { readFileSync, rmSync, writeSync } from "node:fs";

/**
 * Loaded before everything else (NODE_OPTIONS=--import …): this process ends as by a crash at the point whose name is in
 * the file KILL_AT. Of several processes that get there one does: the one that takes the file away.
 */
subscribe("pathform.fault-point", (point) => {
  if (point !== armed() || !disarmed()) return;
  // the log's own writer would not get to it any more
  writeSync(2, `Killed at ${point}\n`);
  process.kill(process.pid, "SIGKILL");
});

function armed() {
  try {
    return readFileSync(process.env.KILL_AT, "utf8");
  } catch {
    return undefined;
  }
}

function disarmed() {
  try {
    rmSync(process.env.KILL_AT);
    return true;
  } catch {
    return false;
  }
}
