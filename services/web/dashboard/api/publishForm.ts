import type { Published } from "../../../../shared/api/shapes/forms.ts";
import { backoffMs } from "../../../../shared/domain/backoff.ts";
import type { Answer, Client } from "./client.ts";

/** ms */
const pauses = { first: 1_000, longest: 8_000 };
/** About 20 s in which the service is busy. */
const attemptLimit = 6;

/**
 * Publishes a draft. If the service is busy, asks again with the same key, which continues the same publish instead of making one
 * more version (decisions §9.3).
 */
export async function publishForm(client: Client, slug: string, idempotencyKey: string): Promise<Answer<Published>> {
  for (let failures = 1; ; failures += 1) {
    const answer = await client.post("/api/v2/form/{slug}/publish/", { path: { slug }, idempotencyKey });
    if (answer.ok || answer.status !== 503 || failures === attemptLimit) return answer;
    const pause = backoffMs(failures, pauses, Math.random());
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
