import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Log, type OpenReader, openReader, type Reader } from "../../shared/platform/database/open.ts";
import type { ReadPool } from "../../shared/platform/database/untilDeadline.ts";
import type { Timed } from "../../shared/platform/deadlines/deadline.ts";
import { env } from "../../shared/platform/env.ts";
import { isProblem, replicaUnavailable } from "../../shared/platform/errors.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { abortStart } from "../../shared/platform/ops/abortStart.ts";
import { setReady } from "../../shared/platform/ops/readiness.ts";
import { committed } from "./store/read.ts";
import { primaryPosition, type ServerState, serverState, type WalPosition } from "./store/walPosition.ts";

/**
 * The server for exports and insights: a streaming replica (READ_DATABASE_URL), or the primary without one. If the replica is
 * lost, silent, behind or promoted, only exports and insights fail, immediately.
 */
export interface Replica {
  /** Returns the primary's position now, or null without a replica. */
  position(): Promise<WalPosition | null>;
  /** Returns the reader for one call. Its server has replayed `position`, by default the primary's when the call first reads. */
  within(call: Timed, position?: WalPosition | null): Reader;
  /** Detects a silent replica, and that it is back. */
  loops(): Loop[];
  close(): Promise<void>;
}

/** Aborts the start if sessions are distributed: positions of the coordinator's WAL don't cover what workers have. */
export async function openReplica(primary: OpenReader, log: Log): Promise<Replica> {
  const url = env().READ_DATABASE_URL;
  if (url && primary.isDistributed) {
    abortStart("READ_DATABASE_URL can't be used with sessions distributed by Citus. Unset it.");
  }
  if (url) return guardedReplica(primary, await openReader(url, log, { wait: false }), log);
  return { position: async () => null, within: primary.within, loops: () => [], close: async () => undefined };
}

/** ms for a statement that takes microseconds, or for a connection */
const answerTimeout = 2_000;
/** ms that a read waits for the replica to replay the primary's changes */
const patience = 2_500;
/** ms */
const retryInterval = 100;
/** ms */
const watchInterval = 2_000;

const lost = () => replicaUnavailable("The replica for exports and insights is unavailable. Try again shortly.");
const behind = () => replicaUnavailable("The replica for exports and insights is too far behind. Try again shortly.");
const promoted = () =>
  replicaUnavailable("The replica for exports and insights no longer follows the primary. Try again later.");

export function guardedReplica(primary: OpenReader, replica: OpenReader, log: Log): Replica {
  /** why the replica is unavailable; undefined if it is available */
  let fault: string | undefined;

  function setFault(reason: string | undefined): void {
    setReady("replica", reason === undefined);
    if (reason === fault) return;
    if (reason === undefined) log.info("The replica for exports and insights is available.");
    else log.warn(`The replica for exports and insights is unavailable: ${reason}`);
    fault = reason;
  }

  const position = () => primaryPosition(primary.pool);

  /** Returns a connection whose server has replayed the position, in a transaction that keeps it on that server. */
  async function connect(pool: ReadPool, wanted: WalPosition, begin: string): Promise<pg.PoolClient> {
    for (const end = Date.now() + patience; ; await sleep(retryInterval)) {
      if (fault !== undefined) throw lost();
      const { client, state } = await ask(pool, begin).catch((error: Error) => {
        if (isProblem(error)) throw error;
        // all connections are in use
        if (!/timeout exceeded/.test(error.message)) setFault(error.message);
        throw lost();
      });
      if (isOther(state, wanted)) {
        client.release(true);
        throw promoted();
      }
      if (hasReplayed(state, wanted)) return client;
      // the next connection may reach another replica
      client.release(true);
      if (Date.now() >= end) throw behind();
    }
  }

  return {
    position,
    within(call, given) {
      const { pool } = replica.within(call);
      let wanted = given ? Promise.resolve(given) : undefined;
      const connected = async (begin: string) => {
        wanted ??= position();
        return connect(pool, await wanted, begin);
      };
      const query = async (...statement: Parameters<pg.PoolClient["query"]>) =>
        committed(await connected("begin; "), async (client) => client.query(...statement));
      return { pool: { query, connect: () => connected("") } as ReadPool };
    },
    loops: () => [watch(replica, setFault)],
    close: () => replica.close(),
  };
}

const silent = "it didn't respond";

/** Asks regularly, because a silent server would otherwise hold each statement until its call's deadline. */
function watch(replica: OpenReader, setFault: (reason: string | undefined) => void): Loop {
  const loop = openLoop({
    interval: watchInterval,
    async work(stopping) {
      // without a free connection, it would wait for one
      if (!replica.hasFreeConnection()) return false;
      const asking = ask(replica.pool, "").then(({ client }) => client.release());
      const silence = sleep(answerTimeout, undefined, { signal: stopping, ref: false }).then(() => {
        throw new Error(silent);
      });
      silence.catch(() => undefined);
      asking.catch(() => undefined);
      await Promise.race([asking, silence]);
      setFault(undefined);
      return false;
    },
    onError({ name, message }) {
      if (name === "AbortError") return;
      if (message === silent || message === "Query read timeout") replica.endConnections(silent);
      setFault(message);
    },
  });
  loop.wake();
  return loop;
}

async function ask(pool: ReadPool, begin: string): Promise<{ client: pg.PoolClient; state: ServerState }> {
  const client = await pool.connect();
  try {
    const config = { text: begin + serverState, query_timeout: answerTimeout };
    const results = [await client.query<ServerState>(config as pg.QueryConfig)].flat();
    return { client, state: results.at(-1)?.rows[0] as ServerState };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Returns whether the server was promoted beside a running primary. Both addresses may lead to one server. */
const isOther = ({ timeline }: ServerState, wanted: WalPosition): boolean =>
  timeline !== null && timeline !== wanted.timeline;

const hasReplayed = ({ timeline, replayed }: ServerState, { lsn }: WalPosition): boolean =>
  timeline !== null || (replayed !== null && bytesOf(replayed) >= bytesOf(lsn));

/** Returns the bytes of an LSN such as `16/B374D848`. */
function bytesOf(lsn: string): bigint {
  const [high = "0", low = "0"] = lsn.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
