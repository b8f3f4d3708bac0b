import type { BrokerOptions } from "moleculer";
import { type LogFn, type Logger, type LoggerOptions, stdTimeFunctions } from "pino";
import product from "../../../package.json" with { type: "json" };
import { env } from "../env.ts";

const { name, version } = product;

/** Lines for people on a terminal, JSON for machines (LOG_FORMAT, LOG_LEVEL). */
export function loggerOptions(): Pick<BrokerOptions, "logger" | "logLevel"> {
  const { LOG_FORMAT, LOG_LEVEL } = env();
  const isPretty = LOG_FORMAT === "pretty" || (LOG_FORMAT === "auto" && process.stdout.isTTY);
  const level = levels(LOG_LEVEL);
  if (isPretty) return { logger: { type: "Console", options: { level, formatter: "short" } } };
  const options: LoggerOptions = {
    level: LOG_LEVEL,
    hooks: { logMethod },
    base: { service: name, version },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  };
  return { logger: { type: "Pino", options: { level, pino: { options } } } };
}

/** Moleculer and we say `(text, fields or error)`; pino takes the fields first, and an error as `err`. */
function logMethod(this: Logger, [first, second, ...rest]: unknown[], method: LogFn): void {
  if (typeof first !== "string" || typeof second !== "object" || second === null) {
    method.apply(this, [first, second, ...rest] as Parameters<LogFn>);
  } else method.call(this, second instanceof Error ? { err: second } : second, first);
}

/**
 * The bus's own parts log every service they see: only their warnings are news. The broker's are not: it logs every
 * try of a call, and what came of the call is logged by whoever asked.
 */
function levels(level: string): Record<string, string> | string {
  const quiet = ["REGISTRY", "DISCOVERER", "TRANSIT", "TRANSPORTER", "TRACER", "CACHER", "$NODE"];
  if (level !== "info") return level;
  return { BROKER: "error", ...Object.fromEntries(quiet.map((name) => [name, "warn"])), "**": level };
}
