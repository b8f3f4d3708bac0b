import type { BrokerOptions } from "moleculer";
import {
  type DestinationStream,
  destination,
  type LogFn,
  type Logger,
  type LoggerOptions,
  stdTimeFunctions,
} from "pino";
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
  return { logger: { type: "Pino", options: { level, pino: { options, destination: linesOfTurn() } } } };
}

/** Bytes that are written before the turn ends. */
const earlyBytes = 16_000;

/**
 * Writes the lines of an event loop turn to stdout together, because each write is a system call. pino writes the rest when the
 * process exits, also after an exception. A kill loses the lines of its last turn.
 */
function linesOfTurn(): DestinationStream {
  const output = destination({ sync: false, minLength: earlyBytes });
  let unwritten = 0;
  let isWaiting = false;
  const flush = () => {
    if (unwritten > 0) output.flush();
  };
  output.on("write", (bytes: number) => {
    unwritten -= bytes;
  });
  // a flush does nothing while earlier lines are written
  output.on("drain", flush);
  return {
    write(line) {
      output.write(line);
      unwritten += Buffer.byteLength(line);
      if (isWaiting) return;
      isWaiting = true;
      setImmediate(() => {
        isWaiting = false;
        flush();
      });
    },
  };
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
