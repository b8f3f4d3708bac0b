import type { ServiceBroker } from "moleculer";
import type { Call } from "../../shared/bus/calls.ts";
import { isAvailable, offersEverywhere } from "../../shared/bus/internals.ts";
import type { Database, Log } from "../../shared/platform/database/open.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { attachedForms } from "./store/attachments.ts";

/**
 * Tells sessions which forms have attachments, so that the events of all others need not wait for this service. A copy of
 * sessions of an older version does not write down for which form it hands out a position: while one is on the bus, all forms
 * are taken for attached.
 */
const interval = 5_000;
/** ids in one message */
const batchSize = 5_000;

interface Options {
  broker: ServiceBroker;
  database: Database;
  call: Call;
  log: Log;
}

export function tellAttachedForms({ broker, database, call, log }: Options): Loop {
  let areKnown = false;

  /** Read before sessions looks how long ago they were unknown: an attachment of an older copy is there by then. */
  async function tellAll(): Promise<void> {
    for (let after: string | null = null; ; ) {
      const formIds = await attachedForms(database.pool, after, batchSize);
      const isLast = formIds.length < batchSize;
      const told = await call(action, { form_ids: formIds, others: isLast ? "none" : "follow" });
      areKnown = told.are_known;
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
        await tellAll();
      }
      return false;
    },
    onError: (error) =>
      log.warn(`Which forms have attachments could not be said, which is tried again: ${error.message}`),
  });
}

const action = "sessions.noteAttachedForms";
