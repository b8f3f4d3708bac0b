import { subscribe } from "node:diagnostics_channel";
import { readFileSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";

/**
 * Preload (`NODE_OPTIONS=--import …`): kills this process at the fault point in the first line of the file KILL_AT, and leaves the
 * other lines to other processes. If several processes reach a point, only the one that takes the file dies.
 */
subscribe("pathform.fault-point", (point) => {
  if (point !== armed() || !taken()) return;
  // the log's writer would be too late
  writeSync(2, `Killed at ${point}\n`);
  process.kill(process.pid, "SIGKILL");
});

function armed() {
  try {
    return readFileSync(process.env.KILL_AT, "utf8").split("\n")[0];
  } catch {
    return undefined;
  }
}

function taken() {
  const own = `${process.env.KILL_AT}.${process.pid}`;
  try {
    renameSync(process.env.KILL_AT, own);
  } catch {
    return false;
  }
  const [, ...others] = readFileSync(own, "utf8").split("\n");
  if (others.length === 0) rmSync(own);
  else {
    writeFileSync(own, others.join("\n"));
    renameSync(own, process.env.KILL_AT);
  }
  return true;
}
