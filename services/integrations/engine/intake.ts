import { Errors } from "moleculer";
import type { Call } from "../../../shared/bus/calls.ts";
import type { ClaimedEvent } from "../../../shared/bus/contract.ts";
import type { Database, Log } from "../../../shared/platform/database/open.ts";
import { isUnavailable } from "../../../shared/platform/database/unavailable.ts";
import { withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { eraseAnswers, eraseSession, insertDeliveriesOf, type PositionedEvent } from "../store/intake.ts";

export interface IntakeContext {
  call: Call;
  database: Database;
  log: Log;
  /** Names this process in leases. */
  consumer: string;
}

const limit = 200;
/** ms. Sessions isn't available, or is of the previous release, which doesn't say when the next event is due. */
const pollMs = 1_000;

/**
 * Makes deliveries of events from the sessions service: claims some, takes them in and acknowledges them after the
 * commit. A crash in between does no harm: the lease expires and taking in twice adds nothing. Returns whether there
 * may be more.
 */
export async function intake(context: IntakeContext): Promise<boolean> {
  const events = (await unlessMissing(claim(context))) ?? [];
  if (events.length === 0) return false;
  faultPoint("event-claimed");
  const taken = await takeAll(context, events);
  faultPoint("event-taken-in");
  if (taken.length > 0) await context.call("sessions.acknowledgeEvents", { ids: taken });
  faultPoint("event-acknowledged");
  return taken.length > 0;
}

const claim = async ({ call, consumer }: IntakeContext): Promise<ClaimedEvent[]> =>
  (await call("sessions.claimEvents", { consumer, limit })).events;

/** Returns in how many ms the next event is due that is leased or has failed, or null if there is none. */
export async function msUntilEvent({ call }: IntakeContext): Promise<number | null> {
  const next = await unlessMissing(call("sessions.nextEvent", {}));
  return next ? next.due_ms : pollMs;
}

/** Returns undefined if no copy of sessions has the action. Its events wait. */
const unlessMissing = <T>(called: Promise<T>): Promise<T | undefined> =>
  called.catch((error: unknown) => {
    if (error instanceof Errors.ServiceNotFoundError || error instanceof Errors.ServiceNotAvailableError)
      return undefined;
    throw error;
  });

const idOf = (claimed: ClaimedEvent): string => (claimed.kind === "event" ? claimed.event.id : claimed.id);

/**
 * Takes events in together, or one by one if that fails, so that a bad event doesn't block others. Returns the ids
 * taken in.
 */
async function takeAll(context: IntakeContext, claimed: ClaimedEvent[]): Promise<string[]> {
  try {
    await takeTogether(context, claimed);
    return claimed.map(idOf);
  } catch (error) {
    // not the events' fault: their lease expires and they are claimed again
    if (isUnavailable(error)) throw error;
    if (claimed.length > 1) {
      const taken: string[] = [];
      for (const one of claimed) taken.push(...(await takeAll(context, [one])));
      return taken;
    }
    for (const one of claimed) await fail(context, one, error as Error);
    return [];
  }
}

async function takeTogether({ database }: IntakeContext, claimed: ClaimedEvent[]): Promise<void> {
  const erased = claimed.flatMap((one) => (one.kind === "erased" ? [one.session_id] : []));
  const events = claimed.flatMap((one): PositionedEvent[] =>
    one.kind === "event" ? [{ event: one.event, position: one.position ?? null }] : [],
  );
  for (const sessionId of erased) await eraseSession(database.pool, sessionId, withoutDeadline);
  for (const one of claimed)
    if (one.kind === "answers_erased") await eraseAnswers(database.pool, one.session_id, one.node_ids);
  if (events.length > 0) await insertDeliveriesOf(database.pool, events);
}

async function fail({ call, log }: IntakeContext, claimed: ClaimedEvent, { message }: Error): Promise<void> {
  log.warn(`Failed to create deliveries of event ${idOf(claimed)}, retrying: ${message}`);
  await call("sessions.failEvent", { id: idOf(claimed), error: message });
}
