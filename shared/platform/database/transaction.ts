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
import { unlessLost } from "./unavailable.ts";

/**
 * A hot path's transaction: commits when `work` returns and rolls back when it throws, or when the deadline of the call that
 * it is part of has passed by then (503).
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  call: Timed = withoutDeadline,
): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client);
    refuseLate(call);
    const text = await commitStatement(pool, call, client);
    await committing(() => client.query(text));
    return result;
  } catch (error) {
    // a connection whose rollback fails is not given to anybody else
    failure = await client.query("rollback").then(
      () => undefined,
      (rollbackError: Error) => rollbackError,
    );
    throw error;
  } finally {
    client.release(failure);
  }
}

/** What `Database.write` does. Everything is sent before the deadline is looked at; only the commit comes after. */
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

/** One message, so that the server gets to its clock and to the commit at once, however late it reads them. */
async function commitStatement(pool: pg.Pool, { locals }: Timed, client: pg.Pool | pg.PoolClient): Promise<string> {
  if (locals.deadline === undefined) return "commit";
  const deadline = await serverClockOf(pool).deadline(locals.deadline, client);
  return `do $$ begin ${raiseIfLate(`'${deadline}'::timestamptz`)} end $$; commit`;
}

/** 503 when the server found it too late; where the answer is lost, nobody knows until the deadline. */
async function committing(commit: () => Promise<unknown>): Promise<void> {
  try {
    await unlessLost(commit());
  } catch (error) {
    throw isLateOnServer(error) ? tooLate() : error;
  }
}

/** As PostgresDriver makes them. */
type Connection = Parameters<PostgresDriver["releaseConnection"]>[0];

/** How the unit of work that is under way commits: the ORM hands nothing on to its driver. */
const commitStatements = new AsyncLocalStorage<string>();

class Driver extends PostgresDriver {
  /** A transaction that did not begin is ended by nobody. */
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

  /** Fails only where the connection is lost, and the transaction with it; Kysely would keep the connection then. */
  override rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return super.rollbackTransaction(connection).catch(() => undefined);
  }
}

/** The ORM's way to the pool. */
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
