import type pg from "pg";
import type { Queryable } from "../database/connection.ts";
import { narrower, type Offset } from "./clockOffset.ts";

const measureEveryMs = 1_000;

/**
 * PostgreSQL itself refuses what comes too late, by its own clock. A server that stood still (a host that was stopped, a
 * disk that hung) finds statements in its sockets when it goes on, long after their callers were answered 503: no look at
 * the clock on this side helps against that. So the last thing that a write does is to compare its deadline with the
 * server's clock; between that and the commit lies nothing but the commit.
 */
export class ServerClock {
  #offset: Offset | null = null;
  /** of `performance.now()` */
  #measuredAt = Number.NEGATIVE_INFINITY;

  /** null: not measured yet */
  get offset(): Offset | null {
    return this.#offset;
  }

  /** Asks the server for its time; throws like any query. */
  async measure(client: Queryable): Promise<void> {
    const asked = Date.now();
    const { rows } = await client.query<{ now: number }>({ text: `select ${nowOnServer} as now` });
    if (rows[0]) this.take(asked, rows[0].now);
  }

  /** The server's clock showed `now` (ms) at some time between `asked` (Date.now()) and this moment. */
  take(asked: number, now: number): void {
    const answered = Date.now();
    // own clock was set meanwhile
    if (answered < asked) return;
    this.#measuredAt = performance.now();
    const uncertainty = (answered - asked) / 2 + 1;
    this.#offset = narrower(this.#offset, { ms: (asked + answered) / 2 - now, uncertainty });
  }

  /** A deadline (Unix ms on this process's clock) as a timestamptz of the server's; measures first if the last time was over a second ago. */
  async deadline(deadline: number | undefined, client: Queryable): Promise<string> {
    if (deadline === undefined) return "infinity";
    if (performance.now() - this.#measuredAt > measureEveryMs) await this.measure(client);
    const { ms, uncertainty } = this.#offset ?? { ms: 0, uncertainty: 0 };
    return new Date(deadline - ms - uncertainty).toISOString();
  }
}

const clocks = new WeakMap<object, ServerClock>();

/** The clock of the server behind a pool. */
export function serverClockOf(pool: pg.Pool): ServerClock {
  const known = clocks.get(pool) ?? new ServerClock();
  clocks.set(pool, known);
  return known;
}

/** Unix ms, in SQL. */
export const nowOnServer = "extract(epoch from clock_timestamp())::float8 * 1000";

/** SQLSTATE of ours */
const lateState = "PF503";

/** PL/pgSQL that fails after `deadline` (SQL of a timestamptz). */
export const raiseIfLate = (deadline: string): string =>
  `if clock_timestamp() > ${deadline} then
    raise exception 'The deadline of the call has passed.' using errcode = '${lateState}';
  end if;`;

/** Whether a statement failed because its deadline had passed. */
export const isLateOnServer = (error: unknown): boolean => (error as { code?: unknown }).code === lateState;
