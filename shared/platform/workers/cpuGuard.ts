import { parentPort } from "node:worker_threads";

/** Thread that ends its process when a task uses more CPU time than it may, also while the task blocks the main thread. */
const interval = 50;
let timer: NodeJS.Timeout | undefined;

/** Gets a task's limit in ms when it begins, and null when it ends. */
parentPort?.on("message", (limit: number | null) => {
  clearInterval(timer);
  if (limit === null) return;
  const end = used() + limit;
  timer = setInterval(() => {
    // ends the process without a core dump
    if (used() > end) process.kill(process.pid, "SIGVTALRM");
  }, interval);
});

function used(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
