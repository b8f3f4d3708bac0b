import { spawn } from "node:child_process";
import { join } from "node:path";

/**
 * Nothing that a run starts survives it: not after Ctrl-C, not after a kill -9 of Jest. The guardian is told of every
 * process and temporary folder, and cleans up when this process is gone.
 */
let guardian: NodeJS.WritableStream | undefined;

export const guardProcess = (pid: number): void => tell(`process ${pid}`);
export const processIsGone = (pid: number): void => tell(`gone ${pid}`);
export const guardFolder = (path: string): void => tell(`folder ${path}`);
export const keepFolder = (path: string): void => tell(`keep ${path}`);

function tell(line: string): void {
  guardian ??= startGuardian();
  guardian.write(`${line}\n`);
}

function startGuardian(): NodeJS.WritableStream {
  // its own process group: Ctrl-C is not for it
  const child = spawn(process.execPath, [join(import.meta.dirname, "guardian.ts")], {
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return child.stdin;
}
