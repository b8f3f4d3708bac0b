import { spawn } from "node:child_process";
import { join } from "node:path";

/**
 * Registers processes and temporary folders of a run with a guardian, which removes them when this process ends, even after
 * Ctrl+C or kill -9 of Jest.
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
  // separate process group, so that Ctrl+C doesn't reach it
  const child = spawn(process.execPath, [join(import.meta.dirname, "guardian.ts")], {
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return child.stdin;
}
