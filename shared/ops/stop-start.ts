import { EnvError } from "../env.ts";

/** Ends a start that cannot succeed with the one line that the operator needs, and exit code 1 (decisions §8). */
export function stopStart(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** Reads what the environment says; a wrong or missing variable ends the start with the line that names it. */
export function orStop<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof EnvError) stopStart(error.message);
    throw error;
  }
}
