import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { keepFolder } from "../guard.ts";
import { runFolder, share, shared } from "../run.ts";

/**
 * Runs the setup once, although Jest calls it per project. Each part starts when it is first needed and stops in reverse order. A
 * part that fails to start fails only the tests that need it.
 */
interface Part {
  stop(): Promise<void>;
}
const parts = new Map<string, Part>();

export async function ensure(name: string, start: () => Promise<Part>): Promise<void> {
  if (parts.has(name)) return;
  try {
    parts.set(name, await start());
  } catch (error) {
    share("problem", (error as Error).message);
    console.error(error);
  }
}

export async function stopAll(): Promise<void> {
  const problems: unknown[] = [];
  for (const part of [...parts.values()].reverse()) await part.stop().catch((error) => problems.push(error));
  parts.clear();
  if (problems.length > 0 || process.env.PATHFORM_TEST_KEEP === "true") keepLogs();
  if (problems.length > 0) throw new AggregateError(problems, problems.map(String).join("\n"));
}

/** Keeps the logs of a failed run. */
function keepLogs(): void {
  if (!shared("folder") || !existsSync(join(runFolder(), "logs"))) return;
  rmSync(join(runFolder(), "data"), { recursive: true, force: true });
  keepFolder(runFolder());
}
