import pg from "pg";
import type { Database } from "../../shared/platform/database/open.ts";
import { connected } from "./postgres.ts";

interface Plan {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: Plan[];
}

/** Makes PostgreSQL send the plan of every statement of new connections to this database. */
export async function explainAll(url: string): Promise<void> {
  const settings = {
    session_preload_libraries: "auto_explain",
    "auto_explain.log_min_duration": 0,
    "auto_explain.log_analyze": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_buffers": "on",
    "auto_explain.log_format": "json",
    "auto_explain.log_level": "notice",
  };
  const name = pg.escapeIdentifier(new URL(url).pathname.slice(1));
  const set = Object.entries(settings).map(([key, value]) => `alter database ${name} set ${key} = '${value}'`);
  await once(url, set.join(";"));
}

/** Sets the statistics of all tables to empty, as after an analyze of drained queues. Their pages remain. */
export const believeEmpty = (url: string): Promise<void> =>
  once(
    url,
    `select pg_restore_relation_stats('schemaname', nspname::text, 'relname', relname::text, 'relpages', 1000,
        'reltuples', 0::real) from pg_class join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'i') and nspname in ('analytics', 'auth', 'forms', 'integrations', 'sessions')`,
  );

async function once(url: string, text: string): Promise<void> {
  await connected(url, (client) => client.query(text));
}

/**
 * Counts the rows and buffers that plans touched while `work` ran, including filtered rows. Call `explainAll` first. The counts
 * don't depend on the machine.
 */
export function countRows({ pool, hotPool }: Pick<Database, "pool" | "hotPool">) {
  let touched = { rows: 0, buffers: 0 };
  const add = (plan: Plan) => {
    touched.rows += rowsOf(plan);
    touched.buffers += (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
  };
  const listen = (client: pg.PoolClient) =>
    void client.on("notice", ({ message = "" }) => {
      const at = message.indexOf("plan:\n");
      if (at >= 0) add(JSON.parse(message.slice(at + 6)).Plan);
    });
  for (const one of [pool, hotPool]) one.on("connect", listen);
  return async <T>(work: () => Promise<T>): Promise<{ rows: number; buffers: number; result: T }> => {
    touched = { rows: 0, buffers: 0 };
    const result = await work();
    return { ...touched, result };
  };
}

function rowsOf(plan: Plan): number {
  const dropped = (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Join Filter"] ?? 0);
  const own = (plan["Actual Rows"] + dropped) * plan["Actual Loops"];
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), own);
}
