/** Ends a start that cannot succeed with the one line that the operator needs, and exit code 1 (decisions §8). */
export function stopStart(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
