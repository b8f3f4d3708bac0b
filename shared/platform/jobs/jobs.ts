import type pg from "pg";
import { type Backoff, backoffMs } from "../../domain/backoff.ts";
import type { Log } from "../database/open.ts";
import type { Target } from "../database/rows.ts";
import { madeWork } from "../database/work.ts";
import { faultPoint } from "../faultPoint.ts";
import { hashedUuid, newOrderedUuid } from "../ids.ts";
import { type Loop, openLoop, untilDue, wakeLoops } from "../loop.ts";
import { readForScrapes } from "../ops/scrapedGauges.ts";
import {
  claimAbout,
  claimJob,
  endJob,
  endWith,
  eraseJobs,
  type IfKnown,
  insertEach,
  insertJob,
  isLeased,
  type JobRow,
  type JobRows,
  msUntilDue,
  oldestJobAge,
  postponeJob,
  renewJob,
} from "./table.ts";

/**
 * Work of a service that follows a commit: letters, and what other services must hear of. A job is a row that is written in the
 * transaction of its cause, so that neither a crash nor a silent part loses it. It runs at least once: after a kill it runs again
 * when its lease ends. Each copy of a service runs jobs, a few at a time and one of each account.
 */
export interface Kind<S, D> {
  /** for the log: `Failed to <task>` */
  task: string;
  /** the lowest first */
  priority: 0 | 1 | typeof patient;
  pauses: Backoff;
  /** null repeats it until it succeeds */
  attempts: number | null;
  /** Throws to be tried again. Returns `later` to run again then. `service`: what it needs of its service. */
  run(service: S, data: D, job: RunningJob): Promise<unknown>;
}

class Later {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
}
/** For a job that isn't done, though nothing failed. It runs again after so many ms. */
export const later = (ms: number): Later => new Later(ms);

/** For what another service must hear: a row of this is tried until it has answered. */
export const untilAnswered = { priority: 1, pauses: { first: 2_000, longest: 300_000 }, attempts: null } as const;

export interface RunningJob {
  /** stays the same when it runs again */
  id: string;
  account_id: string | null;
  /**
   * Returns whether the job is still this run's, and will be for so many ms: it wasn't erased, and no other copy may begin it. Ask
   * right before an effect that can't be undone, such as a letter that waited for its turn.
   */
  isOurs(ms: number): Promise<boolean>;
  /** Ends the job in the transaction of its effect, which then happens once. Throws if another copy may have begun it. */
  end(target: Target): Promise<void>;
  /** Aborts when the process stops. A long job then ends early with `later(0)`. */
  stopping: AbortSignal;
}

export interface NewJob<D> {
  data: D;
  /** the account that shares its turns */
  account_id?: string;
  /** its subject, for its erasure */
  subject?: string;
  /** Jobs with the same key are one. */
  key?: string;
  /** For a key that waits or runs. `now` if absent. */
  ifKnown?: IfKnown;
}

// biome-ignore lint/suspicious/noExplicitAny: each kind has its own data
type Kinds<S> = Record<string, Kind<S, any>>;
type DataOf<K> = K extends Kind<never, infer D> ? D : never;

export interface Jobs<S, K> {
  /** Adds a job in the transaction of its cause. */
  add<N extends keyof K & string>(target: Target, kind: N, job: NewJob<DataOf<K[N]>>): Promise<void>;
  /** Returns SQL that adds a job for each row of a query, for one statement with its cause. Call `added` after it. */
  addEach(kind: keyof K & string, rows: JobRows): string;
  /** A statement with SQL of `addEach` has run. */
  added(target: Target): void;
  /**
   * Runs what waits about this subject now, so that it is done when the request is answered. Throws if that fails, and it waits on.
   * Another copy may run it at the same time.
   */
  runAbout(service: S, pool: pg.Pool, subject: string): Promise<void>;
  /** Forgets what waits about these subjects, in the transaction of their erasure. */
  erase(target: Target, subjects: readonly string[]): Promise<void>;
  /** Runs jobs until they are stopped, which waits for those that run. `interval`: ms, longer if something else finds due ones. */
  open(service: S, pool: pg.Pool, log: Log, interval?: number): Loop[];
}

/** ms. Shorter than the lease. Finds jobs of a copy that died before it began them. */
const usualInterval = 60_000;
/** ms. Longer than any job takes: a letter's conversation ends after a minute. */
const leaseMs = 2 * 60_000;
const atOnce = 4;
/** The priority of what may fill all places but one: long jobs, such as thousands of invitations. */
const patient = 2;

/** Returns the jobs of a service: one row per kind. */
export function jobsOf<S, const K extends Kinds<S>>(schema: JobSchema, kinds: K): Jobs<S, K> {
  return {
    async add(target, kind, { data, account_id = null, subject = null, key, ifKnown }) {
      const id = key === undefined ? newOrderedUuid() : hashedUuid(`${kind} ${key}`);
      const row = { id, kind, account_id, subject, data: JSON.stringify(data), priority: kinds[kind]?.priority ?? 0 };
      await insertJob(schema, target, row, ifKnown);
      madeWork(target, workOf(schema));
    },
    addEach: (kind, rows) => insertEach(schema, kind, kinds[kind]?.priority ?? 0, rows),
    added: (target) => madeWork(target, workOf(schema)),
    erase: (target, subjects) => eraseJobs(schema, target, subjects),
    async runAbout(service, pool, subject) {
      for (;;) {
        const job = await claimAbout(schema, pool, Object.keys(kinds), subject, leaseMs);
        if (!job) return;
        const end = await runKind({ schema, kinds, service, pool, stopping: never }, job).catch(
          async (error: unknown) => {
            await postponeJob(schema, pool, job, 0);
            wakeLoops(workOf(schema));
            throw error;
          },
        );
        await settle(schema, pool, job, end);
      }
    },
    open: (service, pool, log, interval = usualInterval) => [
      openRunner({ schema, kinds, service, pool }, log, interval),
      gaugeOf(schema, pool),
    ],
  };
}

/** Services with jobs. */
type JobSchema = "auth" | "forms" | "integrations";

const workOf = (schema: JobSchema): string => `${schema}.jobs`;

/** Never aborts. */
const never = new AbortController().signal;

interface Running<S> {
  schema: JobSchema;
  kinds: Kinds<S>;
  service: S;
  pool: pg.Pool;
  stopping: AbortSignal;
}

/** Runs a job, and returns what became of it. */
async function runKind<S>({ schema, kinds, service, pool, stopping }: Running<S>, job: JobRow): Promise<unknown> {
  const { id, kind, account_id, data } = job;
  const isOurs = (ms: number) => isLeased(schema, pool, job, ms);
  const end = async (target: Target) => {
    if (!(await endWith(schema, target, job))) throw new Error("its lease has ended");
  };
  faultPoint(`${schema}-job-claimed`);
  const result = await kinds[kind]?.run(service, JSON.parse(data), { id, account_id, isOurs, end, stopping });
  faultPoint(`${schema}-job-ran`);
  return result;
}

const settle = (schema: JobSchema, pool: pg.Pool, job: JobRow, end: unknown): Promise<void> =>
  end instanceof Later ? renewJob(schema, pool, job, end.ms) : endJob(schema, pool, job);

/** A round in which each account has one turn. */
function openRound() {
  const served = new Set<string>();
  return {
    served: () => [...served],
    /** Notes whose turn it was. After the last waiting account, the first one is next again. */
    note(job: JobRow | null): void {
      const account = job?.account_id ?? null;
      if (job === null || (account !== null && served.has(account))) served.clear();
      if (account !== null) served.add(account);
    },
  };
}

function openRunner<S>(given: Omit<Running<S>, "stopping">, log: Log, interval: number): Loop {
  const { schema, kinds, service, pool } = given;
  const names = Object.keys(kinds);
  const urgent = names.filter((name) => (kinds[name]?.priority ?? 0) < patient);
  const stopping = new AbortController();
  const running = new Map<JobRow, Promise<void>>();
  const round = openRound();
  const ended = untilDue(() => msUntilDue(schema, pool));

  async function run(job: JobRow): Promise<void> {
    const kind = kinds[job.kind] as Kind<S, unknown>;
    let end: unknown;
    try {
      end = await runKind({ schema, kinds, service, pool, stopping: stopping.signal }, job);
    } catch (error) {
      const isLastAttempt = kind.attempts !== null && job.tries >= kind.attempts;
      const what = isLastAttempt ? "giving up" : "retrying";
      log.warn(`Failed to ${kind.task}, ${what}: ${(error as Error).message}`);
      if (!isLastAttempt) return postponeJob(schema, pool, job, backoffMs(job.tries, kind.pauses, Math.random()));
    }
    await settle(schema, pool, job, end);
  }

  /** Begins a job. Returns true if there was one, or in how many ms the next is due. */
  async function begin(): Promise<boolean | number> {
    if (running.size >= atOnce) return false;
    const busy = [...running.keys()].flatMap(({ account_id }) => account_id ?? []);
    // patient jobs leave one place free
    const isLastPlace = running.size === atOnce - 1;
    const turns = { busy, served: round.served() };
    const job = await claimJob(schema, pool, isLastPlace ? urgent : names, turns, leaseMs);
    round.note(job);
    if (!job) return ended(false);
    const done = run(job)
      // its lease ends
      .catch((error: Error) => log.warn(`Failed to note the end of a job: ${error.message}`))
      .finally(() => {
        running.delete(job);
        loop.wake();
      });
    running.set(job, done);
    return ended(true);
  }

  const loop = openLoop({
    name: workOf(schema),
    interval,
    work: begin,
    onError: (error) => log.warn(`Failed to look for jobs, retrying: ${error.message}`),
  });
  return {
    wake: loop.wake,
    async stop() {
      stopping.abort();
      await loop.stop();
      await Promise.all(running.values());
    },
  };
}

/** The same names in each service, so that one alert is enough. */
const gaugeOf = (schema: JobSchema, pool: pg.Pool): Loop =>
  readForScrapes({
    name: `${schema} jobs`,
    labels: { service: schema },
    gauges: { pathform_oldest_job_seconds: "Time since the oldest job was added that isn't done, by service" },
    read: async () => ({ pathform_oldest_job_seconds: await oldestJobAge(schema, pool) }),
  });
