import { setTimeout as sleep } from "node:timers/promises";
import type { IntegrationType } from "../../../shared/domain/integrations/index.ts";
import { judge } from "../conditions.ts";
import { attemptMail } from "../mail/deliver.ts";
import { unsealValid } from "../sealedSecrets.ts";
import type { ClaimedDelivery } from "../store/queue.ts";
import { moduleOf } from "../types/index.ts";
import { failure } from "../types/outcome.ts";
import type { Attempted, Connection, Outcome } from "../types/type.ts";
import { type AttemptContext, toolsFor } from "./context.ts";
import { redactOutcome } from "./redact.ts";

/** Attempts one delivery. Never throws: every failure is an outcome. */
export async function attempt(context: AttemptContext, delivery: ClaimedDelivery): Promise<Attempted> {
  const verdict = "digest" in delivery.payload ? "send" : await judge(delivery, context.graphs);
  if (verdict === "unknown") return { outcome: postponed, is_sent: false, duration_ms: 0 };
  if (verdict === "skip") return { outcome: skipped, is_sent: false, duration_ms: 0 };
  if (delivery.status === "disabled") return { outcome: disabled, is_sent: false, duration_ms: 0 };
  const { payload, attempts, type } = delivery;
  if (type === "mail") return sendMail(context, delivery);
  return runModule(context, { ...delivery, type }, (connection, tools) =>
    moduleOf(type).deliver({ ...connection, event: payload, attempt: attempts + 1 }, tools),
  );
}

const ours: Outcome = {
  ...failure("An error in Pathform prevented this delivery. An administrator can find it in the log."),
  is_ours: true,
};

/** Recorded, and sent by a replay once the integration is enabled (decisions §7). */
const disabled = failure("Integration disabled. Nothing was sent.");

/** Recorded once. It isn't an error, so it has no message. */
const skipped: Outcome = { ...failure(""), error_message: null, is_skipped: true };
/** Without the version's graph, its condition can't be evaluated. The delivery is claimed again soon. */
const postponed: Outcome = { ...failure("The form's version couldn't be read."), waits_for_connection: true };

/** Runs an attempt of an email, whose module has other tools. */
async function sendMail(context: AttemptContext, delivery: ClaimedDelivery): Promise<Attempted> {
  const began = performance.now();
  return attemptMail(context, delivery).catch((error: Error) => {
    context.log.warn(`Failed to run a delivery: ${error.message}`);
    return { outcome: ours, is_sent: true, duration_ms: Math.round(performance.now() - began) };
  });
}

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
  return { outcome: redactOutcome(outcome, known), is_sent: true, duration_ms: Math.round(performance.now() - began) };
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
    return ours;
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}
