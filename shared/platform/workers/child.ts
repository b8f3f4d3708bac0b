import { fork, type Serializable } from "node:child_process";
import type { Start } from "./worker.ts";

/**
 * Starts a process. One large allocation ends a whole process, even if a thread makes it, and a process also ends without waiting
 * for what it does. It limits its own CPU time, because only Linux tells that of another process.
 */
export const childOf =
  <T extends Serializable, R>(file: string, memoryMiB: number, argv: string[]): Start<T, R> =>
  (heard, ended) => {
    const child = fork(file, argv, {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: [`--max-old-space-size=${memoryMiB}`, "--max-semi-space-size=16"],
      // a task needs none of the service's secrets
      env: {},
    });
    child.on("message", heard);
    child.on("error", ended);
    child.on("exit", (code, signal) => ended(new Error(`The process ${file} ended (${signal ?? code}).`)));
    // the service's process doesn't wait for it
    child.unref();
    child.channel?.unref();
    return {
      send: (task) => child.send(task, (error) => error && ended(error)),
      end: async () => child.kill("SIGKILL"),
      hold: () => undefined,
    };
  };
