import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import type { Queryable } from "./connection.ts";
import type { ReadPool } from "./untilDeadline.ts";

/** A unit of work or a read of the ORM, a pool, or a client in its transaction. */
export type Target = EntityManager | Queryable;

/**
 * Runs a statement with values for `$1`, `$2` and so on. Runs it in the transaction of its target if it has one. Returns its rows,
 * in the types of `pg` (timestamptz: Date, bigint and numeric: string).
 */
export async function rows<Row extends object>(target: Target, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await serverIn(target).query<Row>(text, values)).rows;
}

/** Returns the pool or client that runs the statements of a target. */
export const serverIn = (target: Target): Queryable => ("getTransactionContext" in target ? serverOf(target) : target);

/**
 * Makes an entity manager send its statements to a client in its transaction, or to a pool. They go through its transaction
 * context, because MikroORM's own pool knows neither deadlines nor lost connections. It calls the context like one of Kysely.
 */
export function bind(em: EntityManager, server: pg.ClientBase | ReadPool): EntityManager {
  em.setTransactionContext(new Context(server as Queryable));
  return em;
}

/** Makes an entity manager refuse statements, because its client belongs to others now. */
export const unbind = (em: EntityManager): EntityManager => bind(em, ended);

const ended = { query: () => Promise.reject(new Error("This unit of work has ended.")) } as never as ReadPool;

class Context {
  readonly server: Queryable;

  constructor(server: Queryable) {
    this.server = server;
  }

  /** MikroORM has written the values into the text. */
  async executeQuery({ sql }: { sql: string }) {
    const { rows: found, rowCount } = await this.server.query(sql);
    return { rows: found, numAffectedRows: rowCount };
  }
}

/** Error of an entity manager that has no connection by `bind`. */
export const noConnection = (): Error =>
  new Error("This entity manager has no connection. Use Database.read or Database.write.");

function serverOf(em: EntityManager): Queryable {
  const context = em.getTransactionContext<Context>();
  if (!context) throw noConnection();
  return context.server;
}
