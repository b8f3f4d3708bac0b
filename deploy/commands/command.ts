import { printable } from "../../shared/domain/names.ts";
import type { Log } from "../../shared/platform/database/open.ts";

/** Runs a command. On failure, prints one line for the operator and sets exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    // if a host has several addresses, the error has only a code
    const [line] = (message || code || String(error)).split("\n");
    say(line ?? "");
    process.exitCode = 1;
  }
}

/** Log to stderr, because stdout has only the command's result. */
export const operatorLog: Log = {
  info: () => undefined,
  warn: (message) => say(message),
};

/**
 * Prints a line of the result, with columns. People choose names and addresses, which must not write to the operator's terminal, so what
 * can't be seen is escaped.
 */
export const print = (...columns: unknown[]): void =>
  console.log(columns.map((column) => printable(String(column))).join("\t"));

/** Prints a line beside the result. */
export const say = (line: string): void => void process.stderr.write(`${printable(line)}\n`);
