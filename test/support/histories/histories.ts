import type { Stage } from "../stage.ts";
import { pause, type Recording } from "./clients.ts";
import { formRounds } from "./formRounds.ts";
import { placeRounds } from "./placeRounds.ts";
import { keyRounds, linkRounds } from "./revokedRounds.ts";

/**
 * Clients that record histories while a fault happens. A form is published, closed and archived, and its workspace is deleted and
 * restored. Keys and links are revoked. People take the last places of an option.
 */
export interface Histories {
  /** Waits until each of them has changed so often. */
  changed(count: number): Promise<void>;
  /** Ends all, and returns what no order of the calls explains. */
  problems(): Promise<string[]>;
}

export async function startHistories({
  owner,
  product: { urls },
}: Pick<Stage, "owner" | "product">): Promise<Histories> {
  const recording: Recording = { owner, urls, isEnding: false };
  const rounds = await Promise.all([formRounds, keyRounds, linkRounds, placeRounds].map((open) => open(recording)));
  const counts = rounds.map(() => 0);
  const found: string[] = [];
  const all = Promise.all(
    rounds.map(async (round, at) => {
      while (!recording.isEnding) {
        const problem = await round();
        if (problem !== null) found.push(problem);
        counts[at] = (counts[at] ?? 0) + 1;
      }
    }),
  );
  return {
    async changed(count) {
      const wanted = counts.map((done) => done + count);
      const missing = () => counts.some((done, at) => done < (wanted[at] ?? 0));
      while (missing()) await Promise.race([pause(), all]);
    },
    async problems() {
      recording.isEnding = true;
      await all;
      return found;
    },
  };
}
