import type pg from "pg";
import { type Backoff, backoffMs } from "../../domain/backoff.ts";
import { execute, type Target } from "../database/execute.ts";
import type { Log } from "../database/open.ts";
import type { SchemaOptions } from "../database/orm.ts";
import { hashedUuid, newOrderedUuid } from "../ids.ts";
import { type Loop, openLoop } from "../loop.ts";
import { readInBackground } from "../ops/backgroundGauges.ts";
import { claimAbout, claimJob, endJob, eraseJobs, insertJob, type JobRow, oldestJobAge, postponeJob } from "./table.ts";

/**
 * Work of a service that follows a commit: letters, and what other services must hear of. A job is a row that is written in the
 * transaction of its cause, so that neither a crash nor a silent part loses it. It runs at least once: after a kill it runs again
 * when its lease ends. Each copy of a service runs jobs, a few at a time and one of each account.
 */
export interface Kind<S, D> {
  /** for the log: `Failed to <task>` */
  task: string;
  /** the lowest first */
  priority: 0 | 1 | 2;
  pauses: Backoff;
  /** null repeats it until it succeeds */
  attempts: number | null;
  /** Throws to be tried again. `service`: what it needs of its service. */
  run(service: S, data: D, job: RunningJob): Promise<unknown>;
}

/** For what another service must hear: a row of this is tried until it has answered. */
export const untilAnswered = { priority: 1, pauses: { first: 2_000, longest: 300_000 }, attempts: null } as const;

export interface RunningJob {
  /** stays the same when it runs again */
  id: string;
  account_id: string | null;
}

export interface NewJob<D> {
  data: D;
  /** whose turn it takes */
  account_id?: string;
  /** what it is about, for its erasure */
  subject?: string;
  /** A job with the same key replaces this one while it waits. */
  key?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: each kind has its own data
type Kinds<S> = Record<string, Kind<S, any>>;
type DataOf<K> = K extends Kind<never, infer D> ? D : never;

export interface Jobs<S, K> {
  /** Adds a job in the transaction of its cause. */
  add<N extends keyof K & string>(target: Target, kind: N, job: NewJob<DataOf<K[N]>>): Promise<void>;
  /**
   * Runs what waits about this subject now, so that it is done when the request is answered. Throws if that fails, and it waits on.
   * Another copy may run it at the same time.
   */
  runAbout(service: S, pool: pg.Pool, subject: string): Promise<void>;
  /** Forgets what waits about these subjects, in the transaction of their erasure. */
  erase(target: Target, subjects: readonly string[]): Promise<void>;
  /** Runs jobs until they are stopped, which waits for those that run. */
  open(service: S, pool: pg.Pool, log: Log): Loop[];
}

/** ms */
const interval = 1_000;
/** ms. Longer than any job takes: a letter's conversation ends after a minute. */
const leaseMs = 2 * 60_000;
const atOnce = 4;

/** Returns the jobs of a service: one row per kind. */
export function jobsOf<S, const K extends Kinds<S>>(schema: SchemaOptions["schema"], kinds: K): Jobs<S, K> {
  return {
    async add(target, kind, { data, account_id = null, subject = null, key }) {
      const id = key === undefined ? newOrderedUuid() : hashedUuid(`${kind} ${key}`);
      const row = { id, kind, account_id, subject, data: JSON.stringify(data), priority: kinds[kind]?.priority ?? 0 };
      await execute(target, insertJob(schema, row));
    },
    erase: (target, subjects) => execute(target, eraseJobs(schema, subjects)),
    async runAbout(service, pool, subject) {
      for (;;) {
        const job = await claimAbout(schema, pool, Object.keys(kinds), subject, leaseMs);
        if (!job) return;
        await runKind(kinds, service, job).catch(async (error: unknown) => {
          await postponeJob(schema, pool, job, 0);
          throw error;
        });
        await endJob(schema, pool, job);
      }
    },
    open: (service, pool, log) => [openRunner(schema, kinds, service, pool, log), gaugeOf(schema, pool)],
  };
}

const runKind = async <S>(kinds: Kinds<S>, service: S, { id, kind, account_id, data }: JobRow): Promise<void> => {
  await kinds[kind]?.run(service, JSON.parse(data), { id, account_id });
};

function openRunner<S>(schema: SchemaOptions["schema"], kinds: Kinds<S>, service: S, pool: pg.Pool, log: Log): Loop {
  const names = Object.keys(kinds);
  const running = new Map<JobRow, Promise<void>>();

  async function run(job: JobRow): Promise<void> {
    const kind = kinds[job.kind] as Kind<S, unknown>;
    try {
      await runKind(kinds, service, job);
    } catch (error) {
      const isLastAttempt = kind.attempts !== null && job.tries >= kind.attempts;
      const what = isLastAttempt ? "giving up" : "retrying";
      log.warn(`Failed to ${kind.task}, ${what}: ${(error as Error).message}`);
      if (!isLastAttempt) return postponeJob(schema, pool, job, backoffMs(job.tries, kind.pauses, Math.random()));
    }
    await endJob(schema, pool, job);
  }

  /** Begins a job. Returns whether there was one, and room for another. */
  async function begin(): Promise<boolean> {
    if (running.size >= atOnce) return false;
    const busy = [...running.keys()].flatMap(({ account_id }) => account_id ?? []);
    const job = await claimJob(schema, pool, names, busy, leaseMs);
    if (!job) return false;
    const done = run(job)
      // its lease ends
      .catch((error: Error) => log.warn(`Failed to note the end of a job: ${error.message}`))
      .finally(() => {
        running.delete(job);
        loop.wake();
      });
    running.set(job, done);
    return true;
  }

  const loop = openLoop({
    interval,
    work: begin,
    onError: (error) => log.warn(`Failed to look for jobs, retrying: ${error.message}`),
  });
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      await Promise.all(running.values());
    },
  };
}

/** The same names in each service, so that one alert is enough. */
const gaugeOf = (schema: SchemaOptions["schema"], pool: pg.Pool): Loop =>
  readInBackground({
    name: `${schema} jobs`,
    labels: { service: schema },
    gauges: { pathform_oldest_job_seconds: "Time since the oldest job was added that isn't done, by service" },
    read: async () => ({ pathform_oldest_job_seconds: await oldestJobAge(schema, pool) }),
  });
