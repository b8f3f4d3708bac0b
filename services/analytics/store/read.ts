import type pg from "pg";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { unavailable } from "../../../shared/platform/errors.ts";

/** A statement's values, collected while its text is written. `value(x)` returns the placeholder of x. */
export interface Values {
  list: unknown[];
  value(value: unknown): string;
}

export function newValues(): Values {
  const list: unknown[] = [];
  return { list, value: (value) => `$${list.push(value)}` };
}

interface Statement {
  /** of the prepared statement: one name, one text */
  name: string;
  text: string;
  values: unknown[];
}

/** SQLSTATEs of a missing table or column: the sessions service creates them on its first start with a new release. */
const undefinedParts = new Set(["42P01", "42703"]);

/** A reader, or one of its connections within a transaction. */
export interface Readable extends Pick<Reader, "isDistributed"> {
  pool: Pick<Reader["pool"] | pg.PoolClient, "query">;
}

export async function read<Row extends pg.QueryResultRow>({ pool }: Readable, statement: Statement): Promise<Row[]> {
  try {
    return (await pool.query<Row>(statement)).rows;
  } catch (error) {
    if (!undefinedParts.has((error as { code?: string }).code ?? "")) throw error;
    throw unavailable("Responses aren't available yet. Try again.");
  }
}

/** Runs `work` in a transaction whose statements all see the same data. */
export async function inSnapshot<T>(pool: Reader["pool"], work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return committed(await pool.connect(), async (client) => {
    await client.query("begin isolation level repeatable read");
    return work(client);
  });
}

/** Commits what `work` reads in a transaction, and releases its connection, which isn't reused if that fails. */
export async function committed<T>(client: pg.PoolClient, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  try {
    const result = await work(client);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Throws if the reader has no server. */
export const reach = ({ pool }: Reader): Promise<unknown> => pool.query("select 1");
