import type { Log } from "../../shared/platform/database/open.ts";

/** Runs a command. On failure, prints one line for the operator and sets exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    // if a host has several addresses, the error has only a code
    const [line] = (message || code || String(error)).split("\n");
    process.stderr.write(`${line}\n`);
    process.exitCode = 1;
  }
}

/** Log to stderr, because stdout has only the command's result. */
export const operatorLog: Log = {
  info: () => undefined,
  warn: (message) => process.stderr.write(`${message}\n`),
};
