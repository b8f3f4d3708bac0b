import { subscribe } from "node:diagnostics_channel";
import { readFileSync, rmSync, writeSync } from "node:fs";

/**
 * Preload (`NODE_OPTIONS=--import …`): kills this process at the fault point named in the file KILL_AT. If several processes reach
 * it, only the one that removes the file dies.
 */
subscribe("pathform.fault-point", (point) => {
  if (point !== armed() || !disarmed()) return;
  // the log's writer would be too late
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
