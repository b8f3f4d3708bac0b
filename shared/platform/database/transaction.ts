import { AsyncLocalStorage } from "node:async_hooks";
import type { EntityManager } from "@mikro-orm/postgresql";
import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from "kysely";
import type pg from "pg";
import { refuseLate, type Timed, tooLate, withoutDeadline } from "../deadlines/deadline.ts";
import { isLateOnServer, raiseIfLate, serverClockOf } from "../deadlines/serverClock.ts";
import { type Queryable, withAnswerTimeout } from "./connection.ts";
import { unlessLost } from "./unavailable.ts";

/**
 * Runs a hot-path transaction. Commits when `work` returns. Rolls back if it throws or if the call's deadline has passed (503).
 * If its statements wait for nothing (`isShort`), a silent connection is detected early.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  call: Timed = withoutDeadline,
  { isShort = false } = {},
): Promise<T> {
  const connection = await pool.connect();
  // a transaction only queries
  const client = isShort ? (withAnswerTimeout(connection) as pg.PoolClient) : connection;
  let failure: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client);
    refuseLate(call);
    const text = await commitStatement(pool, call, client);
    await committing(() => client.query(text));
    return result;
  } catch (error) {
    // a connection with a failed rollback isn't reused
    failure = await client.query("rollback").then(
      () => undefined,
      (rollbackError: Error) => rollbackError,
    );
    throw error;
  } finally {
    connection.release(failure);
  }
}

/** Implements `Database.write`. All changes are sent before the deadline check, which only the commit follows. */
export async function unitOfWork<T>(
  { em, pool }: { em: EntityManager; pool: pg.Pool },
  call: Timed,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  const text = await commitStatement(pool, call, pool);
  return commitStatements.run(text, () =>
    em.transactional(async (inner) => {
      const result = await work(inner);
      await inner.flush();
      refuseLate(call);
      return result;
    }),
  );
}

/** Returns the deadline check and the commit in one message, so that nothing delays the commit after the check. */
async function commitStatement(pool: pg.Pool, { locals }: Timed, client: Queryable): Promise<string> {
  if (locals.deadline === undefined) return "commit";
  const deadline = await serverClockOf(pool).deadline(locals.deadline, client);
  return `do $$ begin ${raiseIfLate(`'${deadline}'::timestamptz`)} end $$; commit`;
}

/** 503 if the server rejected it as late. If the response is lost, the outcome is unknown until the deadline. */
async function committing(commit: () => Promise<unknown>): Promise<void> {
  try {
    await unlessLost(commit());
  } catch (error) {
    throw isLateOnServer(error) ? tooLate() : error;
  }
}

/** Connection type of PostgresDriver. */
type Connection = Parameters<PostgresDriver["releaseConnection"]>[0];

/** Commit statement of the current unit of work. The ORM can't pass options to its driver. */
const commitStatements = new AsyncLocalStorage<string>();

class Driver extends PostgresDriver {
  /** Releases the connection if the transaction can't begin. */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    try {
      await super.beginTransaction(connection, settings);
    } catch (error) {
      await this.releaseConnection(connection as Connection);
      throw error;
    }
  }

  override commitTransaction(connection: DatabaseConnection): Promise<void> {
    const text = commitStatements.getStore() ?? "commit";
    return committing(() => connection.executeQuery(CompiledQuery.raw(text)));
  }

  /** Ignores errors, which mean that the connection and its transaction are lost. Kysely would leak the connection. */
  override rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return super.rollbackTransaction(connection).catch(() => undefined);
  }
}

/** Kysely dialect of the ORM. */
export class Dialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new Driver(this.#config);
  }
}
