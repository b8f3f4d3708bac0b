import { share } from "../run.ts";

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
  for (const part of [...parts.values()].reverse()) await part.stop();
  parts.clear();
}
