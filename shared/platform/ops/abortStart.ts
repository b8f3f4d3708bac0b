import { EnvError } from "../env.ts";

/** Ends a start that cannot succeed with the one line that the operator needs, and exit code 1 (decisions §8). */
export function abortStart(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** Reads what the environment says; a wrong or missing variable ends the start with the line that names it. */
export function orAbort<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof EnvError) abortStart(error.message);
    throw error;
  }
}
