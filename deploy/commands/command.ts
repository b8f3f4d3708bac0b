import type { Log } from "../../shared/platform/database/open.ts";

/** Whatever goes wrong is one line for the operator, and exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    // an address of several that all refuse has a code alone
    const [line] = (message || code || String(error)).split("\n");
    process.stderr.write(`${line}\n`);
    process.exitCode = 1;
  }
}

/** What a command waits for goes to the operator too; its result alone goes to stdout. */
export const operatorLog: Log = {
  info: () => undefined,
  warn: (message) => process.stderr.write(`${message}\n`),
};
