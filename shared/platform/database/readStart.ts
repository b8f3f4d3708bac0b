import type { Queryable } from "./connection.ts";

/**
 * Chooses where reads of a queue's index begin. Without it, an old transaction makes them slower and slower: PostgreSQL can't
 * remove the entries of handled rows while it is open, and each read passes all of them. So after three slow reads, the next
 * ones begin shortly before the oldest row that the last one found.
 *
 * Unlike a cursor, it can be wrong without skipping a row. Rows become visible out of order, at any time after their position
 * was passed. Reads of the whole index find them, and take at most a twentieth of the time.
 */
export interface ReadStart {
  /** `work` reads rows from the given time on. `at` is each row's time in the index. */
  read<R extends { at: Date }>(work: (from: string) => Promise<R[]>): Promise<R[]>;
}

export interface ReadStartOptions {
  /** Shorter reads always begin at the start, in ms. */
  slow?: number;
  /** ms */
  clock?(): number;
}

/** Rows of hosts whose clocks differ, and of transactions that commit soon, in ms. */
const margin = 10_000;
const share = 20;

export function openReadStart(
  pool: Queryable,
  { slow = 50, clock = () => performance.now() }: ReadStartOptions = {},
): ReadStart {
  let from = "";
  let nextWhole = 0;
  /** One of three is fast on a busy machine that has nothing to pass. */
  let durations = [0, 0, 0];

  async function readWhole<R extends { at: Date }>(work: (from: string) => Promise<R[]>): Promise<R[]> {
    const began = clock();
    const rows = await work("-infinity");
    const duration = clock() - began;
    durations = [...durations.slice(1), duration];
    if (Math.min(...durations) < slow) return rows;
    const oldest = rows.length > 0 ? Math.min(...rows.map(({ at }) => at.getTime())) : await serverTime(pool);
    from = new Date(oldest - margin).toISOString();
    nextWhole = clock() + share * duration;
    return rows;
  }

  return { read: (work) => (clock() < nextWhole ? work(from) : readWhole(work)) };
}

async function serverTime(pool: Queryable): Promise<number> {
  const { rows } = await pool.query<{ now: Date }>("select now()");
  return (rows[0]?.now ?? new Date(0)).getTime();
}

const byPool = new WeakMap<Queryable, Map<string, ReadStart>>();

/** Returns the start of this process for a queue. */
export function readStartOf(pool: Queryable, queue: string): ReadStart {
  const ofPool = byPool.get(pool) ?? new Map<string, ReadStart>();
  byPool.set(pool, ofPool);
  const start = ofPool.get(queue) ?? openReadStart(pool);
  ofPool.set(queue, start);
  return start;
}
