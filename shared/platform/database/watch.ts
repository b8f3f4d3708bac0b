import pg from "pg";
import { openLoop } from "../loop.ts";
import { nowOnServer, type ServerClock } from "./serverClock.ts";
import { type Sockets, trackSockets } from "./sockets.ts";

/**
 * Watches the server behind a pool. A PostgreSQL that is lost without a word (failover, a cut line) leaves connections
 * open on which no byte comes any more, and the kernel notices that only after many minutes.
 *
 * So one connection beside the pool asks a question every second. Where the answer takes longer than a second, a new
 * connection asks the same. If the old one is answered first, the server is only slow. If the new one is, every
 * connection that is older than it is taken for silent and ended: what waits on it fails at once (503), and the pool
 * opens new ones. A server that has become read-only (a former primary) is left in the same way, each second, until a
 * new connection finds one that can be written to.
 */
export interface Watch {
  /** What is wrong with the server, in words for `/readyz`; undefined: nothing is known to be. */
  problem(): string | undefined;
  stop(): Promise<void>;
}

export interface WatchOptions {
  url: string;
  /** the pool's connections */
  sockets: Sockets;
  /** kept right with each answer */
  clock: ServerClock;
  /** whether a server that refuses writes is of no use */
  mustBeWritable: boolean;
  onWarning(message: string): void;
}

const interval = 1_000;
const answerTimeout = 1_000;
const connectTimeout = 1_500;
/** `alter database … set default_transaction_read_only` shows on new connections alone; this often one is opened, ms. */
const newConnectionInterval = 10_000;

const unreachable = "PostgreSQL";
const readOnly = "a writable PostgreSQL: this one is read-only";

export function watchServer({ url, sockets, clock, mustBeWritable, onWarning }: WatchOptions): Watch {
  let problem: string | undefined;
  let probe: Probe | undefined;
  let isSilent = false;
  let checkedAt = 0;

  async function check(): Promise<boolean> {
    const answer = await probe?.ask(answerTimeout);
    isSilent = !answer && (isSilent || probe?.state() === "waiting");
    if (!answer) await replaceProbe();
    else if (performance.now() - checkedAt < newConnectionInterval) takeAnswer(answer);
    else await askNewConnection(answer);
    return false;
  }

  /** The probe stays as old as it can: what fell silent before it was opened, it does not notice. */
  async function replaceProbe(): Promise<void> {
    const fresh = openProbe(url, clock);
    const answer = await fresh.ask(connectTimeout);
    if (!answer) {
      if (fresh.state() !== "refused") problem = unreachable;
      return fresh.end();
    }
    // an old connection that has answered by now belongs to a server that is slow
    if (isSilent && probe?.state() !== "idle") {
      onWarning("PostgreSQL answers on new connections only; the older ones are closed.");
      sockets.endOlderThan(fresh.openedAt, "PostgreSQL did not answer on it any more");
    }
    isSilent = false;
    probe?.end();
    probe = fresh;
    takeAnswer(answer);
    checkedAt = performance.now();
  }

  async function askNewConnection(otherwise: Answer): Promise<void> {
    const fresh = openProbe(url, clock);
    takeAnswer((await fresh.ask(connectTimeout)) ?? otherwise);
    checkedAt = performance.now();
    fresh.end();
  }

  function takeAnswer({ isReadOnly }: Answer): void {
    const wasReadOnly = problem === readOnly;
    problem = mustBeWritable && isReadOnly ? readOnly : undefined;
    if (!problem && !wasReadOnly) return;
    if (!problem) onWarning("PostgreSQL can be written to again.");
    else if (!wasReadOnly)
      onWarning("PostgreSQL has become read-only; connections to it are closed until it can be written to.");
    sockets.endOlderThan(performance.now(), "PostgreSQL was read-only");
    if (!problem) return;
    probe?.end();
    probe = undefined;
  }

  const loop = openLoop({ interval, work: check, onError: (error) => onWarning(error.message) });
  loop.wake();
  return {
    problem: () => problem,
    async stop() {
      const stopped = loop.stop();
      probe?.end();
      await stopped;
      probe?.end();
    },
  };
}

interface Answer {
  isReadOnly: boolean;
}

interface Probe {
  openedAt: number;
  /** undefined: no answer within `timeout` ms, or the connection has ended */
  ask(timeout: number): Promise<Answer | undefined>;
  /** refused: the server is there, and takes no more connections */
  state(): "idle" | "waiting" | "ended" | "refused";
  end(): void;
}

function openProbe(connectionString: string, clock: ServerClock): Probe {
  const openedAt = performance.now();
  const sockets = trackSockets();
  const client = new pg.Client({ connectionString, application_name: "pathform watch", stream: sockets.open });
  let failure: { code?: string } | undefined;
  const failed = (error: Error & { code?: string }): undefined => {
    failure ??= error;
  };
  client.on("error", failed);
  const connected = client.connect().catch(failed);
  let pending: Promise<Answer | undefined> | undefined;

  async function question(): Promise<Answer | undefined> {
    await connected;
    if (failure) return undefined;
    const text = `select current_setting('transaction_read_only') = 'on' as "isReadOnly", ${nowOnServer} as now`;
    const asked = Date.now();
    const [answer] = (await client.query<Answer & { now: number }>(text)).rows;
    if (answer) clock.take(asked, answer.now);
    return answer;
  }

  return {
    openedAt,
    ask(timeout) {
      pending ??= question()
        .catch(failed)
        .finally(() => {
          pending = undefined;
        });
      return within(timeout, pending);
    },
    state() {
      if (failure) return failure.code?.startsWith("53") ? "refused" : "ended";
      return pending ? "waiting" : "idle";
    },
    end() {
      if (pending) sockets.endOlderThan(Number.POSITIVE_INFINITY, "nobody waits for its answer any more");
      else void client.end().catch(failed);
    },
  };
}

/** undefined after `timeout` ms */
function within<T>(timeout: number, answer: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), timeout);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
