import { Errors } from "moleculer";
import type { ClaimedEvent } from "../../../shared/contract.ts";
import type { Database, Log } from "../../../shared/database/open.ts";
import { isUnavailable } from "../../../shared/database/unavailable.ts";
import { killAt } from "../../../shared/kill-point.ts";
import type { Call } from "../../../shared/moleculer.ts";
import type { SessionEvent } from "../../../shared/shapes/events.ts";
import { eraseSession, takeIn } from "../store/intake.ts";

export interface IntakeSurroundings {
  call: Call;
  database: Database;
  log: Log;
  /** this process, for the lease */
  consumer: string;
}

const limit = 200;

/**
 * Makes deliveries of the events that the sessions service holds ready: claims some, takes them in, and acknowledges
 * them once that is committed. Dying in between costs nothing: the lease runs out, they are claimed again, and taking in
 * twice makes nothing twice. True: there may be more.
 */
export async function intake(surroundings: IntakeSurroundings): Promise<boolean> {
  const events = await claim(surroundings);
  if (events.length === 0) return false;
  killAt("event-claimed");
  const taken = await takeAll(surroundings, events);
  killAt("event-taken-in");
  if (taken.length > 0) await surroundings.call("sessions.acknowledgeEvents", { ids: taken });
  killAt("event-acknowledged");
  return taken.length > 0;
}

async function claim({ call, consumer }: IntakeSurroundings): Promise<ClaimedEvent[]> {
  try {
    return (await call("sessions.claimEvents", { consumer, limit })).events;
  } catch (error) {
    // sessions is not there yet, or not any more: its events wait
    if (error instanceof Errors.ServiceNotFoundError || error instanceof Errors.ServiceNotAvailableError) return [];
    throw error;
  }
}

const idOf = (claimed: ClaimedEvent): string => (claimed.kind === "event" ? claimed.event.id : claimed.id);

/** Together where that works, else one by one, so that one bad event holds up no other; gives the ids that are in. */
async function takeAll(surroundings: IntakeSurroundings, claimed: ClaimedEvent[]): Promise<string[]> {
  try {
    await takeTogether(surroundings, claimed);
    return claimed.map(idOf);
  } catch (error) {
    // that says nothing about the events: their lease runs out, and they are claimed again
    if (isUnavailable(error)) throw error;
    if (claimed.length > 1) {
      const taken: string[] = [];
      for (const one of claimed) taken.push(...(await takeAll(surroundings, [one])));
      return taken;
    }
    for (const one of claimed) await fail(surroundings, one, error as Error);
    return [];
  }
}

async function takeTogether({ database }: IntakeSurroundings, claimed: ClaimedEvent[]): Promise<void> {
  const erased = claimed.flatMap((one) => (one.kind === "erased" ? [one.session_id] : []));
  const events = claimed.flatMap((one): SessionEvent[] => (one.kind === "event" ? [one.event] : []));
  for (const session_id of erased) await eraseSession(database.pool, session_id);
  if (events.length > 0) await takeIn(database.pool, events);
}

async function fail({ call, log }: IntakeSurroundings, claimed: ClaimedEvent, { message }: Error): Promise<void> {
  log.warn(`Event ${idOf(claimed)} could not be taken in: ${message}`);
  await call("sessions.failEvent", { id: idOf(claimed), error: message });
}
