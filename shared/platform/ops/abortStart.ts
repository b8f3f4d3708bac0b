import { EnvError } from "../env.ts";

/** Aborts the start with one line for the operator and exit code 1 (decisions §8). */
export function abortStart(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** Runs `read`, and aborts the start if an environment variable is missing or invalid. */
export function orAbort<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof EnvError) abortStart(error.message);
    throw error;
  }
}
