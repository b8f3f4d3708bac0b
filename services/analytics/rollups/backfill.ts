import type pg from "pg";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { type Loop, openLoop } from "../../../shared/platform/loop.ts";
import { type BackfilledForm, backfilledSessions, liveForms, noteBackfill, takeBackfill } from "../store/backfill.ts";
import { beginWriting, rollupForms, trackForms } from "../store/rollups.ts";
import { limitsOf, type RollUp, rollUpIn } from "./write.ts";

/** Builds rollups of forms with sessions from before they had any. Until that is complete, their sessions are counted directly. */
export interface Backfill extends RollUp {
  pool: pg.Pool;
}

/** ms. Finds a form of a copy that died. */
const interval = 60_000;
const batchSize = 500;
const formsAtOnce = 1_000;

export function backfillRollups(backfill: Backfill & { warn(message: string): void }): Loop {
  let isTracked = false;
  return openLoop({
    name: rollupForms,
    interval,
    async work(signal) {
      // later, the follower does it
      if (!isTracked) await trackAll(backfill, signal);
      isTracked = true;
      return backfillBatch(backfill);
    },
    onError: (error) => backfill.warn(`Failed to backfill rollups of insights, retrying: ${error.message}`),
  });
}

/** Gives rollups to all forms with enough sessions. */
export async function trackAll(backfill: Backfill, signal?: AbortSignal): Promise<void> {
  const { pool } = backfill;
  for (let after = "00000000-0000-0000-0000-000000000000"; !signal?.aborted; ) {
    const ids = await liveForms(pool, after, formsAtOnce);
    await trackForms(pool, ids, limitsOf(backfill).sessions);
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** Rolls up the next sessions of one form. Returns whether there may be more. False if other copies have all forms. */
export async function backfillBatch(backfill: Backfill): Promise<boolean> {
  let hasMore = false;
  await inTransaction(backfill.pool, async (client) => {
    await beginWriting(client);
    const form = await takeBackfill(client);
    if (!form) return;
    hasMore = true;
    await backfillForm(client, backfill, form);
  });
  return hasMore;
}

async function backfillForm(client: pg.PoolClient, rolling: RollUp, form: BackfilledForm): Promise<void> {
  const sessions = await backfilledSessions(client, form, batchSize);
  await rollUpIn(
    client,
    rolling,
    [form],
    sessions.map(({ id }) => id),
  );
  await noteBackfill(client, form, sessions.at(-1), sessions.length < batchSize);
}
