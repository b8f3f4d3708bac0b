import { subscribe } from "node:diagnostics_channel";
import { writeSync } from "node:fs";

/** Loaded before everything else (NODE_OPTIONS=--import …): this process ends at KILL_AT as by a crash. */
subscribe("pathform.fault-point", (point) => {
  if (point !== process.env.KILL_AT) return;
  // the log's own writer would not get to it any more
  writeSync(2, `Killed at ${point}\n`);
  process.kill(process.pid, "SIGKILL");
});
