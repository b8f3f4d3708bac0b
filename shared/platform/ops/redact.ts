import type { Middleware } from "moleculer";

/**
 * Removes personal data from logged errors. PostgreSQL quotes rows and values, and Moleculer quotes parameters, which can contain
 * answers, hashes and secrets.
 */
export function redactedLogs(): Middleware {
  return {
    name: "RedactedLogs",
    newLogEntry(_level: string, args: unknown[]) {
      for (const [index, arg] of args.entries()) if (arg instanceof Error) args[index] = withoutValues(arg);
    },
  } as Middleware;
}

/** Error properties that are safe to log. */
const logged = ["code", "type", "severity", "schema", "table", "column", "constraint", "routine"] as const;

/** Returns a copy that is safe to log. */
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

/** Removes PostgreSQL's detail and the quoted value after a colon. */
function withoutQuotes(message: string): string {
  const [words = ""] = message.split(/\s+- detail: /, 1);
  return words.replace(/: "(?:[^"]|"")*"?/g, ': "…"');
}
