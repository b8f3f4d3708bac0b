import type { Middleware } from "moleculer";
import { isDownWithFullDisk } from "../embedded/restart.ts";
import {
  databaseDiskFull,
  isProblem,
  outcomeUnknown,
  unavailable,
  workerOutcomeUnknown,
  workerUnavailable,
} from "../errors.ts";

/** SQLSTATE patterns of a PostgreSQL that is unavailable or busy. The request can be repeated. */
const sqlStates = [/^08/, /^53/, /^57P0/, /^57014$/, /^40001$/, /^40P01$/, /^55P03$/, /^25006$/, /^25P03$/];
const systemCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
const messages = [
  /Connection terminated/,
  /timeout exceeded when trying to connect/,
  /Client has encountered a connection/,
  /Client was closed/,
  /Query read timeout/,
];
/** Errors that the coordinator of Citus reports if a worker is away or ends during a statement. */
const workerMessages = [
  /^connection to the remote node /,
  /server closed the connection unexpectedly/,
  /^failed to COPY to shard/,
];

/** With libpq's reasons for a connection that was never made. A worker that ends during a statement may have committed it. */
const notConnected =
  /^connection to the remote node .+ failed with the following error: .*(Connection refused|No route to host|Network is unreachable|timeout expired|could not translate host name|the database system is )/s;

/** The coordinator's error if a worker ends during its commit, which may have happened. */
const lostCommit = /^could not commit transaction for shard /;

const detailOf = (): string =>
  isDownWithFullDisk() ? databaseDiskFull().message : "The database is unavailable. Try again shortly.";

const isDiskFull = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === "53100";

/** Converts errors of an unavailable or busy database to 503 in all actions. */
export function databaseUnavailable(): Middleware {
  return {
    name: "DatabaseUnavailable",
    localAction(next: (ctx: unknown) => Promise<unknown>) {
      return (ctx: unknown) =>
        next(ctx).catch((error: unknown) => {
          if (isDiskFull(error)) throw databaseDiskFull();
          if (isFromPostgres(error) && lostCommit.test(error.message)) throw workerOutcomeUnknown(detailOf());
          if (isWorkerUnavailable(error)) throw workerUnavailable(detailOf());
          throw isUnavailable(error) ? unavailable(detailOf()) : error;
        });
    },
  } as Middleware;
}

/** Returns whether PostgreSQL was unavailable or too busy. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || isProblem(error)) return false;
  const code = String((error as { code?: unknown }).code ?? "");
  if (systemCodes.has(code) || sqlStates.some((state) => state.test(code))) return true;
  return messages.some((message) => message.test(error.message)) || isWorkerUnavailable(error);
}

/** Returns whether the coordinator of Citus says that a worker is away or ended during a statement. */
const isWorkerUnavailable = (error: unknown): boolean =>
  isFromPostgres(error) && workerMessages.some((message) => message.test(error.message));

/** Returns whether the coordinator of Citus couldn't connect to a worker. Nothing was committed there. */
export const isWorkerAway = (error: unknown): boolean => isFromPostgres(error) && notConnected.test(error.message);

const isFromPostgres = (error: unknown): error is Error => error instanceof Error && "severity" in error;

/**
 * Converts errors of a committing statement. If PostgreSQL reports an error, nothing was committed. If the connection is lost, the
 * outcome is unknown.
 */
export function unlessLost<T>(statement: Promise<T>): Promise<T> {
  return statement.catch((error: Error) => {
    throw isUnavailable(error) && !isFromPostgres(error) ? outcomeUnknown(detailOf()) : error;
  });
}
