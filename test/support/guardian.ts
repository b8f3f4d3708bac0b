/**
 * A program of its own that outlives the test run by a moment: it reads which processes and folders the run has made
 * (`process 123`, `gone 123`, `folder /tmp/…`, a line each), and when the run ends, however it ends, its standard input
 * closes and what is left of them is stopped and removed.
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

// SIGQUIT is PostgreSQL's immediate shutdown: unlike SIGKILL it leaves no shared memory behind
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
