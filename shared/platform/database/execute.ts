import type { EntityManager } from "@mikro-orm/postgresql";
import { CompiledQuery } from "kysely";
import type pg from "pg";

/** A unit of work of the ORM, a pool, or a client in its transaction. */
export type Target = EntityManager | pg.Pool | pg.ClientBase;

/** Runs a statement, in the transaction of its target if it has one. Returns its rows. */
export async function execute<Row extends object>(
  target: Target,
  { text, values }: { text: string; values: unknown[] },
): Promise<Row[]> {
  if (!("getKysely" in target)) return (await target.query<Row>(text, values)).rows;
  return (await target.getKysely().executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}
