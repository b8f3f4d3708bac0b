import type { TestEvent } from "../../../shared/api/shapes/events.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { audit, integrationTarget } from "../audit.ts";
import { runModule } from "../engine/attempt.ts";
import { ownedOfType } from "../ownership.ts";
import type { IntegrationsService } from "../service.ts";
import { recordTest } from "../store/attempts.ts";
import { findIntegration } from "../store/integrations.ts";
import { moduleOf } from "../types/index.ts";

/** Shorter than the timeout of a request. */
const callerTimeout = 8_000;

/** Sends a test delivery, logs it and returns the result. Never retried (decisions §7). */
export const test: Action<"integrations.test", IntegrationsService> = {
  params: { caller: "object", type: "string", id: "string" },
  async handler(ctx) {
    const { caller, type, id } = ctx.params;
    const { background, database } = this;
    const { context } = background;
    const em = database.read(ctx);
    const row = await ownedOfType(caller, type, id, (integrationId) => findIntegration(em, integrationId));
    const event = testEvent(context.now());
    const timeoutMs = Math.min(context.timeoutMs, callerTimeout);
    const { outcome, duration_ms } = await runModule(
      { ...context, timeoutMs },
      { ...row, integration_id: row.id },
      (connection, tools) => moduleOf(row.type).check({ ...connection, event }, tools),
    );
    const { response_code, error_message, request, response } = outcome;
    const record = {
      attempt_id: newUuid(),
      integration_id: row.id,
      integration_name: row.name,
      integration_type: row.type,
      event_id: event.id,
      status: outcome.kind === "delivered" ? "success" : "error",
      response_code,
      error_message,
      duration_ms,
      request_headers: request?.headers ?? null,
      request_body: request?.body ?? null,
      response_headers: response?.headers ?? null,
      response_body: response?.body ?? null,
    } as const;
    const note = { action: "integration.tested", targets: [integrationTarget(row)] } as const;
    await inTransaction(
      database.pool,
      async (client) => {
        await recordTest(client, record);
        await audit(client, ctx, note);
      },
      ctx,
    );
    return { success: outcome.kind === "delivered", response_code, duration_ms, error_message };
  },
};

const testEvent = (now: Date): TestEvent => ({
  type: "test",
  id: newUuid(),
  timestamp: now.toISOString(),
  data: { message: "This is a test delivery from Pathform." },
});
