import { setTimeout as sleep } from "node:timers/promises";
import { type Bus, pushAll } from "./live.ts";
import { markPending, pendingIds, publishedForms } from "./store/live.ts";

/**
 * Makes live what was saved while sessions did not answer. Once after each start every published form is compared with
 * what sessions has (it may have been restored from a backup); after that only the forms whose last push was not
 * acknowledged are looked at. Several copies may do so at once: a push changes nothing the second time.
 */
export interface Reconciler {
  stop(): Promise<void>;
}

export interface ReconcilerOptions {
  bus: Bus;
  /** is sessions there? Asked first, so that a start without it waits quietly */
  isReady(): boolean;
  everyMs: number;
}

const pageSize = 500;
const firstId = "00000000-0000-0000-0000-000000000000";

export function startReconciler(options: ReconcilerOptions): Reconciler {
  const stopping = new AbortController();
  const ended = run(options, stopping.signal);
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

async function run({ bus, isReady, everyMs }: ReconcilerOptions, signal: AbortSignal): Promise<void> {
  let isCompared = false;
  const round = async () => {
    if (!isReady()) return;
    if (!isCompared) await compareAll(bus, signal);
    isCompared = true;
    await pushPending(bus, signal);
  };
  while (!signal.aborted) {
    await round().catch((error: Error) =>
      bus.logger.warn(`Forms could not be compared with sessions: ${error.message}`),
    );
    const pause = isCompared ? everyMs : Math.min(everyMs, 1_000);
    await sleep(pause, undefined, { ref: false, signal }).catch(() => undefined);
  }
}

/** Marks every published form that sessions lacks, or has in an older revision. */
async function compareAll({ database, call }: Bus, signal: AbortSignal): Promise<void> {
  for (let after = firstId; !signal.aborted; ) {
    const forms = await publishedForms(database, after, pageSize);
    if (forms.length === 0) return;
    const { form_ids } = await call("sessions.staleForms", { forms });
    if (form_ids.length > 0) await markPending(database, form_ids);
    after = forms.at(-1)?.form_id ?? after;
  }
}

async function pushPending(bus: Bus, signal: AbortSignal): Promise<void> {
  for (let after = firstId; !signal.aborted; ) {
    const ids = await pendingIds(bus.database, after, pageSize);
    if (ids.length === 0) return;
    await pushAll(bus, ids, null);
    after = ids.at(-1) ?? after;
  }
}
