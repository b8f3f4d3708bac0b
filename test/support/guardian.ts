/**
 * Guardian process, which outlives the test run. It reads the run's processes and folders from stdin (`process 123`, `gone 123`,
 * `folder /tmp/…`, one per line). When the run ends, stdin closes, and it stops and removes what is left.
 */
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const processes = new Set<number>();
const folders = new Set<string>();

for await (const line of createInterface({ input: process.stdin })) {
  const [word, rest = ""] = line.split(/ (.*)/s);
  if (word === "process") processes.add(Number(rest));
  if (word === "gone") processes.delete(Number(rest));
  if (word === "folder") folders.add(rest);
  if (word === "keep") folders.delete(rest);
}

// SIGQUIT is PostgreSQL's immediate shutdown, which leaves no shared memory behind, unlike SIGKILL
for (const signal of ["SIGQUIT", "SIGKILL"] as const) {
  for (const pid of processes) send(pid, signal);
  for (let tries = 0; tries < 30 && [...processes].some((pid) => send(pid, 0)); tries++) await sleep(100);
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true });

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
