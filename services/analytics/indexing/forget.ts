import type pg from "pg";
import { forgetContributions } from "../rollups/write.ts";
import { deleteWords, whileIndexing } from "../store/searchIndex.ts";

/** Removes a session's words and figures. Waits for a running index, which may have read it before it was deleted. */
export async function forgetSession(pool: pg.Pool, sessionId: string): Promise<void> {
  await whileIndexing(pool, async (client) => {
    await deleteWords(client, [sessionId]);
    await forgetContributions(client, [sessionId]);
  });
}
