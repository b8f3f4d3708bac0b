import type { BrokerOptions } from "moleculer";
import { type LogFn, type Logger, type LoggerOptions, stdTimeFunctions } from "pino";
import product from "../../../package.json" with { type: "json" };
import { env } from "../env.ts";
import { revision } from "./revision.ts";

const { name, version } = product;

/** Returns logger options: plain lines on a terminal, else JSON (LOG_FORMAT, LOG_LEVEL). */
export function loggerOptions(): Pick<BrokerOptions, "logger" | "logLevel"> {
  const { LOG_FORMAT, LOG_LEVEL } = env();
  const isPretty = LOG_FORMAT === "pretty" || (LOG_FORMAT === "auto" && process.stdout.isTTY);
  const level = levels(LOG_LEVEL);
  if (isPretty) return { logger: { type: "Console", options: { level, formatter: "short" } } };
  const options: LoggerOptions = {
    level: LOG_LEVEL,
    hooks: { logMethod },
    base: { service: name, version, revision },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  };
  return { logger: { type: "Pino", options: { level, pino: { options } } } };
}

/** Converts Moleculer's `(text, fields or error)` to pino's order, with errors as `err`. */
function logMethod(this: Logger, [first, second, ...rest]: unknown[], method: LogFn): void {
  if (typeof first !== "string" || typeof second !== "object" || second === null) {
    method.apply(this, [first, second, ...rest] as Parameters<LogFn>);
  } else method.call(this, second instanceof Error ? { err: second } : second, first);
}

/**
 * Log levels per module. The bus modules log every service, so only their warnings count. The broker warns about every failed
 * attempt of a call, and the caller logs the outcome. At `debug` everything is logged.
 */
function levels(level: string): Record<string, string> | string {
  const quiet = ["REGISTRY", "DISCOVERER", "TRANSIT", "TRANSPORTER", "TRACER", "CACHER", "$NODE"];
  if (!["info", "warn"].includes(level)) return level;
  return { BROKER: "error", ...Object.fromEntries(quiet.map((name) => [name, "warn"])), "**": level };
}
