import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Log } from "../../shared/database/open.ts";
import { unavailable } from "../../shared/errors.ts";
import type { Call } from "../../shared/moleculer.ts";
import { acknowledge, readGraph, readPending } from "./store/live.ts";

/**
 * Makes published forms live (design: docs/adr/0001). Sessions keeps what respondents need to know of a form; what an
 * owner has changed is told to it after the commit and before the owner is answered, so it holds for every public
 * request after that answer. The row's current state is told, not the request's own: two requests at once may tell it
 * in any order, and sessions drops a revision that is older than what it has.
 */
export interface Bus {
  database: Database;
  call: Call;
  logger: Pick<Log, "warn">;
}

/** How long an owner waits for it. */
const patienceMs = 5_000;
/** One try: long enough for a busy sessions, short enough to ask another copy of it in time. */
const tryMs = 2_000;
const parallel = 10;

/**
 * Answers when these forms are live; those never published need nothing. 503 when sessions cannot be told in time: the
 * change is kept, and reconciliation makes it live later.
 */
export async function makeLive(bus: Bus, formIds: string[]): Promise<void> {
  const failed = await pushAll(bus, formIds, Date.now() + patienceMs);
  if (failed > 0) throw unavailable("Saved, but not yet live: respondents will see the change within a minute.");
}

/** Tells sessions of each form that has something to tell; gives how many it could not. No deadline: one try each. */
export async function pushAll(bus: Bus, formIds: string[], deadline: number | null): Promise<number> {
  const waiting = [...formIds];
  let failed = 0;
  async function work(): Promise<void> {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      await pushUntil(bus, id, deadline).catch((error: Error) => {
        failed += 1;
        bus.logger.warn(`Form ${id} is not live yet: ${error.message}`);
      });
    }
  }
  await Promise.all(Array.from({ length: parallel }, work));
  return failed;
}

async function pushUntil(bus: Bus, formId: string, deadline: number | null): Promise<void> {
  for (let pause = 50; ; pause = Math.min(pause * 2, 500)) {
    const left = deadline === null ? tryMs : deadline - Date.now();
    if (left <= 0) throw new Error("no time was left");
    try {
      return await push(bus, formId, Math.min(left, tryMs));
    } catch (error) {
      if (deadline === null || Date.now() + pause >= deadline) throw error;
      await sleep(pause);
    }
  }
}

async function push({ database, call }: Bus, formId: string, timeout: number): Promise<void> {
  const pending = await readPending(database, formId);
  if (!pending) return;
  const { form, needsGraph } = pending;
  const graph = needsGraph && form.version ? await readGraph(database, form.version) : null;
  await call("sessions.putLiveForm", { form, graph }, { timeout });
  await acknowledge(database, form);
}
