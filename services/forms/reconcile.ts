import { isAvailable } from "../../shared/bus/internals.ts";
import type { DatabaseService } from "../../shared/bus/service.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { liveForms, pushForms } from "./live.ts";
import { markPending, pendingIds, publishedForms } from "./store/live.ts";

/**
 * Makes live what was saved while sessions didn't respond. After each start it compares all published forms, because a
 * database may have been restored. Then it looks only at forms with unacknowledged pushes. Idempotent, so copies can
 * run it concurrently.
 */
export function openReconciliation(service: DatabaseService, interval: number): Loop {
  let isCompared = false;
  return openLoop({
    name: liveForms,
    interval,
    async work(signal) {
      // at start, wait silently: a service that arrives wakes the loop
      if (!isAvailable(service.broker, "sessions.putLiveForm")) return false;
      if (!isCompared) await compareAll(service, signal);
      isCompared = true;
      const failed = await pushPending(service, signal);
      return failed > 0 && retryMs;
    },
    onError: (error) =>
      service.logger.warn(`Failed to compare published forms with the sessions service, retrying: ${error.message}`),
  });
}

/** ms */
const retryMs = 10_000;

const pageSize = 500;
const firstId = "00000000-0000-0000-0000-000000000000";

/** Marks published forms that sessions lacks or has in an older revision. */
async function compareAll({ database, call }: DatabaseService, signal: AbortSignal): Promise<void> {
  for (let after = firstId; !signal.aborted; ) {
    const forms = await publishedForms(database, after, pageSize);
    if (forms.length === 0) return;
    const { form_ids } = await call("sessions.staleForms", { forms });
    if (form_ids.length > 0) await markPending(database, form_ids);
    after = forms.at(-1)?.form_id ?? after;
  }
}

/** Returns how many failed. */
async function pushPending(service: DatabaseService, signal: AbortSignal): Promise<number> {
  let failed = 0;
  for (let after = firstId; !signal.aborted; ) {
    const ids = await pendingIds(service.database, after, pageSize);
    if (ids.length === 0) return failed;
    failed += await pushForms(service, ids);
    after = ids.at(-1) ?? after;
  }
  return failed;
}
