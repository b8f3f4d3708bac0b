import type pg from "pg";
import { narrower, type Offset } from "./clockOffset.ts";

/** A pool or one of its connections. */
type Queryable = Pick<pg.Pool, "query">;

const measureEveryMs = 1_000;

/**
 * Clock of a PostgreSQL server, which rejects late writes itself. A server that was paused (stopped host, hanging disk) finds
 * old statements in its sockets when it resumes, after their callers got 503. So each write compares its deadline with the
 * server's clock immediately before the commit.
 */
export class ServerClock {
  #offset: Offset | null = null;
  /** time of `performance.now()` */
  #measuredAt = Number.NEGATIVE_INFINITY;

  /** null before the first measurement */
  get offset(): Offset | null {
    return this.#offset;
  }

  /** Queries the server's time. Throws query errors. */
  async measure(client: Queryable): Promise<void> {
    await this.measureWith(client, "1");
  }

  /** Queries the server's time with another value (SQL), and returns that. Throws query errors. */
  async measureWith<T>(client: Queryable, sql: string): Promise<T | undefined> {
    const asked = Date.now();
    const text = `select ${nowOnServer} as now, ${sql} as value`;
    const { rows } = await client.query<{ now: number; value: T }>({ text });
    if (rows[0]) this.take(asked, rows[0].now);
    return rows[0]?.value;
  }

  /** Records that the server's clock showed `now` (ms) at some time between `asked` (Date.now()) and this call. */
  take(asked: number, now: number): void {
    const answered = Date.now();
    // this clock was set back during the query
    if (answered < asked) return;
    this.#measuredAt = performance.now();
    const uncertainty = (answered - asked) / 2 + 1;
    this.#offset = narrower(this.#offset, { ms: (asked + answered) / 2 - now, uncertainty });
  }

  /** Converts a deadline (Unix ms on this process's clock) to the server's timestamptz. Measures at most once per second. */
  async deadline(deadline: number | undefined, client: Queryable): Promise<string> {
    if (deadline === undefined) return "infinity";
    if (performance.now() - this.#measuredAt > measureEveryMs) await this.measure(client);
    const { ms, uncertainty } = this.#offset ?? { ms: 0, uncertainty: 0 };
    return new Date(deadline - ms - uncertainty).toISOString();
  }
}

const clocks = new WeakMap<object, ServerClock>();

/** Returns the clock of a pool's server. */
export function serverClockOf(pool: pg.Pool): ServerClock {
  const known = clocks.get(pool) ?? new ServerClock();
  clocks.set(pool, known);
  return known;
}

/** Unix ms, in SQL. */
export const nowOnServer = "extract(epoch from clock_timestamp())::float8 * 1000";

/** SQLSTATE of Pathform */
const lateState = "PF503";

/** PL/pgSQL that fails after `deadline` (SQL of a timestamptz). */
export const raiseIfLate = (deadline: string): string =>
  `if clock_timestamp() > ${deadline} then
    raise exception 'The deadline of the call has passed.' using errcode = '${lateState}';
  end if;`;

/** Returns whether a statement failed because its deadline had passed. */
export const isLateOnServer = (error: unknown): boolean => (error as { code?: unknown }).code === lateState;
