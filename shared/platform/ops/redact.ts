import type { Middleware } from "moleculer";

/**
 * What the log has of an error: where it happened, never of whom. PostgreSQL quotes the row that breaks a constraint and
 * the value that is no uuid, and Moleculer the parameter that it refuses; rows and parameters hold answers, hashes and
 * secrets.
 */
export function redactedLogs(): Middleware {
  return {
    name: "RedactedLogs",
    newLogEntry(_level: string, args: unknown[]) {
      for (const [index, arg] of args.entries()) if (arg instanceof Error) args[index] = withoutValues(arg);
    },
  } as Middleware;
}

/** What is said of an error beside its words. */
const logged = ["code", "type", "severity", "schema", "table", "column", "constraint", "routine"] as const;

/** A copy that may be logged. */
export function withoutValues(error: Error): Error {
  const message = withoutQuotes(error.message);
  const frames = (error.stack ?? "").match(/\n {4}at .*/g) ?? [];
  const { action, nodeID } = (error as { data?: { action?: string; nodeID?: string } }).data ?? {};
  const given = error as unknown as Record<string, unknown>;
  const facts = [...logged.map((name) => [name, given[name]]), ["action", action], ["nodeID", nodeID]];
  const copy = new Error(message, error.cause instanceof Error ? { cause: withoutValues(error.cause) } : undefined);
  copy.name = error.name;
  copy.stack = `${error.name}: ${message}${frames.join("")}`;
  return Object.assign(copy, Object.fromEntries(facts.filter(([, value]) => value !== undefined)));
}

/** PostgreSQL's own words, without its detail and without the value after a colon. */
function withoutQuotes(message: string): string {
  const [words = ""] = message.split(/\s+- detail: /, 1);
  return words.replace(/: "(?:[^"]|"")*"?/g, ': "…"');
}
