import type { EntityManager } from "@mikro-orm/postgresql";
import { CompiledQuery } from "kysely";
import type pg from "pg";

/** A unit of work of the ORM, a pool, or a client in its transaction. */
export type Target = EntityManager | pg.Pool | pg.ClientBase;

/** Runs a statement without a result, in the transaction of its target if it has one. */
export async function execute(target: Target, { text, values }: { text: string; values: unknown[] }): Promise<void> {
  if ("getKysely" in target) await target.getKysely().executeQuery(CompiledQuery.raw(text, values));
  else await target.query(text, values);
}
