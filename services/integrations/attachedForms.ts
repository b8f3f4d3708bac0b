import type { ServiceBroker } from "moleculer";
import type { Call } from "../../shared/bus/calls.ts";
import { isAvailable, offersEverywhere } from "../../shared/bus/internals.ts";
import type { Database, Log } from "../../shared/platform/database/open.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { attachedForms } from "./store/attachments.ts";

/**
 * Reports to sessions which forms have attachments, so that only their events wait for this service. A copy of sessions
 * of an older version doesn't note the form of a position: while one is on the bus, all forms count as attached.
 */
const interval = 5_000;
/** Maximum ids per message. */
const batchSize = 5_000;

interface Options {
  broker: ServiceBroker;
  database: Database;
  call: Call;
  log: Log;
}

export function reportAttachedForms({ broker, database, call, log }: Options): Loop {
  let areKnown = false;

  /**
   * Reads the forms before sessions checks how long they have been unknown, so that attachments of older copies are
   * included.
   */
  async function reportAll(): Promise<void> {
    for (let after: string | null = null; ; ) {
      const formIds = await attachedForms(database.pool, after, batchSize);
      const isLast = formIds.length < batchSize;
      const reported = await call(action, { form_ids: formIds, others: isLast ? "none" : "follow" });
      areKnown = reported.are_known;
      if (isLast) return;
      after = formIds.at(-1) ?? null;
    }
  }

  return openLoop({
    interval,
    async work() {
      if (!isAvailable(broker, action)) return false;
      if (!offersEverywhere(broker, "sessions", action)) {
        areKnown = (await call(action, { form_ids: [], others: "unknown" })).are_known;
      } else if (!areKnown) {
        await reportAll();
      }
      return false;
    },
    onError: (error) => log.warn(`Failed to report attached forms, retrying: ${error.message}`),
  });
}

const action = "sessions.noteAttachedForms";
