import type pg from "pg";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { unavailable } from "../../../shared/platform/errors.ts";

/** A statement's values, collected while its text is written: `value(x)` gives the placeholder of x. */
export interface Values {
  list: unknown[];
  value(value: unknown): string;
}

export function newValues(): Values {
  const list: unknown[] = [];
  return { list, value: (value) => `$${list.push(value)}` };
}

interface Statement {
  /** prepared once a connection: one name, one text */
  name: string;
  text: string;
  values: unknown[];
}

/** The sessions service makes the tables; before its first start there is nothing to read (SQLSTATE 42P01). */
const undefinedTable = "42P01";

export async function read<Row extends pg.QueryResultRow>({ pool }: Reader, statement: Statement): Promise<Row[]> {
  try {
    return (await pool.query<Row>(statement)).rows;
  } catch (error) {
    if ((error as { code?: string }).code !== undefinedTable) throw error;
    throw unavailable("The responses are not available yet; please try again.");
  }
}
