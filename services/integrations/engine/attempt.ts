import { setTimeout as sleep } from "node:timers/promises";
import { eventWithoutPersonal } from "../../../shared/api/personal.ts";
import type { SessionEvent } from "../../../shared/api/shapes/events.ts";
import type { IntegrationType } from "../../../shared/domain/integrations/index.ts";
import { judge } from "../conditions.ts";
import { deliverMail, type Recipients, versionUnreadable } from "../mail/deliver.ts";
import { dailyRecipients, eventRecipients } from "../mail/recipients.ts";
import { unsealValid } from "../sealedSecrets.ts";
import { hasEarlier, madeFor } from "../store/made.ts";
import type { Claimed, ClaimedDelivery, DailyDigest } from "../store/queue.ts";
import { moduleOf } from "../types/index.ts";
import { failure, postponed, withoutExchange } from "../types/outcome.ts";
import type { Attempted, Connection, Outcome } from "../types/type.ts";
import { type AttemptContext, toolsFor } from "./context.ts";
import { redactOutcome } from "./redact.ts";

/** Attempts one delivery. Never throws: every failure is an outcome. */
export async function attempt(context: AttemptContext, delivery: ClaimedDelivery): Promise<Attempted> {
  if (isDaily(delivery))
    return delivery.status === "disabled" ? unbegun(disabled) : email(context, delivery, dailyRecipients);
  // only the first attempt is judged
  const verdict = delivery.attempts === 0 ? await judge(delivery, context.graphs) : "send";
  if (verdict === "unknown") return unbegun(versionUnreadable);
  if (verdict === "skip") return unbegun(withoutExchange({ kind: "skipped", error_message: null }));
  if (delivery.status === "disabled") return unbegun(disabled);
  if (delivery.type === "mail") return email(context, delivery, eventRecipients);
  return integrate(context, { ...delivery, type: delivery.type });
}

/** Returns whether it is a daily email. Each of its events has a condition of its own. */
const isDaily = (delivery: ClaimedDelivery): delivery is Claimed<DailyDigest> => "digest" in delivery.payload;

/** Delivers by the module of the integration's type. */
async function integrate(
  context: AttemptContext,
  delivery: Claimed<SessionEvent> & { type: IntegrationType },
): Promise<Attempted> {
  const { pool } = context.database;
  const { payload: event, integration_id, attempts } = delivery;
  const module = moduleOf(delivery.type);
  const omitted = delivery.omits_personal ? await personalIn(context, event) : null;
  if (omitted === "unknown") return unbegun(versionUnreadable);
  return runModule(context, delivery, async (connection, tools) => {
    const changesMade = module.changesMade === true && event.type === "session.updated";
    if (changesMade && (await hasEarlier(pool, delivery))) return waitsForEarlier;
    const made = changesMade ? await madeFor(pool, integration_id, event.data.session.id) : null;
    const sent = omitted ? eventWithoutPersonal(event, omitted) : event;
    return module.deliver({ ...connection, event: sent, omitted, attempt: attempts + 1, made }, tools);
  });
}

/** Returns the nodes whose answers aren't sent. Nothing is sent while they can't be read. */
const personalIn = ({ graphs }: AttemptContext, { data }: SessionEvent): Promise<ReadonlySet<string> | "unknown"> =>
  graphs.personalOf(data.form.id).catch(() => "unknown" as const);

const waitsForEarlier = postponed("An earlier event of this response isn't delivered yet.");

async function email<P extends ClaimedDelivery["payload"]>(
  context: AttemptContext,
  delivery: Claimed<P>,
  recipientsOf: Recipients<P>,
): Promise<Attempted> {
  const began = performance.now();
  const outcome = await deliverMail(context, delivery, recipientsOf).catch((error: Error) => {
    context.log.warn(`Failed to run a delivery: ${error.message}`);
    return internalError;
  });
  return { outcome, duration_ms: Math.round(performance.now() - began) };
}

const unbegun = (outcome: Outcome): Attempted => ({ outcome, duration_ms: 0 });

const internalError: Outcome = withoutExchange({
  kind: "internal_error",
  error_message: "An error in Pathform prevented this delivery. An administrator can find it in the log.",
});

/** Recorded, and sent by a replay once the integration is enabled (decisions §7). */
const disabled: Outcome = withoutExchange({ kind: "unsent", error_message: "Integration disabled. Nothing was sent." });

type Target = Pick<ClaimedDelivery, "integration_id" | "config" | "secrets" | "secret_expiries"> & {
  type: IntegrationType;
};

/** Runs a module's work with opened secrets, tools, a deadline and redaction. */
export async function runModule(
  context: AttemptContext,
  target: Target,
  work: (connection: Connection, tools: ReturnType<typeof toolsFor>) => Promise<Outcome>,
): Promise<Attempted> {
  const began = performance.now();
  const known: string[] = [];
  const outcome = await inTime(context, async () => {
    const { integration_id, config } = target;
    const secrets = unsealValid(integration_id, target.secrets, target.secret_expiries, context.now());
    known.push(...Object.values(secrets));
    const tools = toolsFor(context, target, (secret) => known.push(secret));
    return work({ integration_id, config, secrets }, tools);
  });
  return { outcome: redactOutcome(outcome, known), duration_ms: Math.round(performance.now() - began) };
}

/** Requests have their own deadline. Allows one more second for the rest of a module's work. */
async function inTime({ timeoutMs, log }: AttemptContext, work: () => Promise<Outcome>): Promise<Outcome> {
  const timer = new AbortController();
  const late = sleep(timeoutMs + 1_000, failure("The delivery timed out."), {
    signal: timer.signal,
    ref: false,
  });
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    log.warn(`Failed to run a delivery: ${(error as Error).message}`);
    return internalError;
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}
