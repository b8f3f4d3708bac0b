import type pg from "pg";
import { env } from "../env.ts";

/** A pool's purpose: a service's statements, read-only ones of owners, or respondents' statements with fixed plans. */
export type PoolKind = "write" | "read" | "hot";

const lockTimeout = 5_000;
const idleInTransactionTimeout = 30_000;

/**
 * How values are written and read, whatever a database or role has as its default: a German DateStyle would make dates unreadable.
 */
const formats: Record<string, string> = {
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  standard_conforming_strings: "on",
  array_nulls: "on",
  bytea_output: "hex",
  extra_float_digits: "1",
};

/** Returns PostgreSQL's settings for a kind of pool, in the units of `pg_settings`. */
export function settingsOf(kind: PoolKind): Record<string, string> {
  const { DATABASE_STATEMENT_TIMEOUT_MS } = env();
  return {
    ...formats,
    // JIT compilation takes longer than any statement here
    jit: "off",
    // avoids sequential scans if an index exists, because plans for empty tables are kept after the tables have filled
    enable_seqscan: "off",
    statement_timeout: String(DATABASE_STATEMENT_TIMEOUT_MS),
    lock_timeout: String(Math.min(lockTimeout, DATABASE_STATEMENT_TIMEOUT_MS)),
    idle_in_transaction_session_timeout: String(idleInTransactionTimeout),
    ...additional[kind],
  };
}

/** PostgreSQL ends a statement within 500 ms after its connection has closed (untilDeadline.ts). */
const endingWithConnection = { client_connection_check_interval: "500" };

const additional: Record<PoolKind, Record<string, string>> = {
  write: endingWithConnection,
  // Random pages cost little more than sequential ones on SSDs, sorts for deep pages stay in memory, and a read uses one core, to
  // leave the others to respondents.
  read: {
    ...endingWithConnection,
    default_transaction_read_only: "on",
    random_page_cost: "1.1",
    work_mem: "32768",
    max_parallel_workers_per_gather: "0",
  },
  // Plans respondents' statements once per connection. They find every row by key, so planning each time would double their cost,
  // and outdated statistics could cause table scans.
  hot: { plan_cache_mode: "force_generic_plan" },
};

/** Kinds of pools per service besides "write". */
export const furtherKinds: Partial<Record<string, PoolKind[]>> = { sessions: ["hot"], analytics: ["read"] };

/** Returns the role of a kind of pool (DATABASE_SETTINGS=role): forms, sessions_hot, analytics_read. */
export const roleOf = (user: string, kind: PoolKind): string => (kind === "write" ? user : `${user}_${kind}`);

/**
 * Returns the connection's options. A transaction pooler refuses settings and shares its connections, so there each kind of pool
 * connects as a role that has them (deploy/commands/roles.ts).
 */
export function connectionOf(url: string, kind: PoolKind): { connectionString: string; options?: string } {
  if (env().DATABASE_SETTINGS === "connection") return { connectionString: url, options: optionsOf(settingsOf(kind)) };
  const own = new URL(url);
  own.username = roleOf(own.username, kind);
  return { connectionString: own.href };
}

const optionsOf = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(" ", "\\ ")}`)
    .join(" ");

/** Returns the options of a connection for migrations and commands. A transaction pooler refuses them. */
export const formatOptions = (): { options?: string } =>
  env().DATABASE_SETTINGS === "connection" ? { options: optionsOf(formats) } : {};

/** Returns a check of the pool's first connection, which warns about settings that its role lacks. */
export function settingsCheck(
  kind: PoolKind,
  warn: (message: string) => void,
): ((client: pg.ClientBase) => Promise<void>) | undefined {
  if (env().DATABASE_SETTINGS === "connection") return undefined;
  let isChecked = false;
  return async (client) => {
    if (isChecked) return;
    isChecked = true;
    const expected = settingsOf(kind);
    const text = "select current_user as role, name, setting from pg_settings where name = any($1)";
    const { rows } = await client.query(text, [Object.keys(expected)]);
    const missing = rows.filter(({ name, setting }) => setting !== expected[name]);
    const named = missing.map(({ name }) => `${name}=${expected[name]}`).join(", ");
    if (named) warn(`The PostgreSQL role ${rows[0].role} lacks ${named}. Run deploy/commands/roles.ts.`);
  };
}
