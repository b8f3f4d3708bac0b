import type pg from "pg";

/** Results that a completed session's end screen shows. They are stored, so that a repeated `complete` computes nothing. */
export interface ShownResults {
  /** null without a maximum */
  max_score?: number | null;
  /** values by key; null if unknown */
  calculations?: Record<string, number | null>;
}

/** Stores the results of a session that was completed before they were stored. */
export async function storeShownResults(pool: pg.Pool, sessionId: string, results: ShownResults): Promise<void> {
  await pool.query({
    name: "store-shown-results",
    text: `update sessions.sessions set shown_results = $2::json
      where id = $1 and status = 'completed' and shown_results is null`,
    values: [sessionId, JSON.stringify(results)],
  });
}
