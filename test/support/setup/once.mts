import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { keepFolder } from "../guard.ts";
import { runFolder, share, shared } from "../run.ts";

/**
 * Jest runs the global setup of every project that has tests to run, and the teardown once: each part is started by the
 * first who needs it, and stopped in reverse order. A part that does not start fails the tests that need it, with its
 * reason, and no others.
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

/** The logs of a failed run stay for whoever looks into it. */
function keepLogs(): void {
  if (!shared("folder") || !existsSync(join(runFolder(), "logs"))) return;
  rmSync(join(runFolder(), "data"), { recursive: true, force: true });
  keepFolder(runFolder());
}
