import type { BrokerOptions } from "moleculer";
import type { LogFn, Logger } from "pino";
import { env } from "../env.ts";

/** Lines for people on a terminal, JSON for machines (LOG_FORMAT, LOG_LEVEL). */
export function loggerOptions(): Pick<BrokerOptions, "logger" | "logLevel"> {
  const { LOG_FORMAT, LOG_LEVEL } = env();
  const isPretty = LOG_FORMAT === "pretty" || (LOG_FORMAT === "auto" && process.stdout.isTTY);
  const level = levels(LOG_LEVEL);
  if (isPretty) return { logger: { type: "Console", options: { level, formatter: "short" } } };
  return {
    logger: { type: "Pino", options: { level, pino: { options: { level: LOG_LEVEL, hooks: { logMethod } } } } },
  };
}

/** Moleculer and we say `(text, fields or error)`; pino takes the fields first, and an error as `err`. */
function logMethod(this: Logger, [first, second, ...rest]: unknown[], method: LogFn): void {
  if (typeof first !== "string" || typeof second !== "object" || second === null) {
    method.apply(this, [first, second, ...rest] as Parameters<LogFn>);
  } else method.call(this, second instanceof Error ? { err: second } : second, first);
}

/** The bus's own parts tell of every service they see: only their warnings are news. */
function levels(level: string): Record<string, string> | string {
  const quiet = ["BROKER", "REGISTRY", "DISCOVERER", "TRANSIT", "TRANSPORTER", "TRACER", "CACHER", "$NODE"];
  if (level !== "info") return level;
  return { ...Object.fromEntries(quiet.map((name) => [name, "warn"])), "**": level };
}
