import { actorOf, formTarget } from "../../shared/api/audit/entry.ts";
import type { Caller, Origin } from "../../shared/bus/contract.ts";
import { auditIn } from "../../shared/platform/audit/outbox.ts";

/** Entries of the audit log about what this service does. */
export const { audit, auditAs } = auditIn("sessions");

/** Writes what was done to a response, in the transaction that does it. `by`: with the form's title; absent in calls of older copies. */
export async function auditResponse(
  client: Parameters<typeof auditAs>[0],
  action: "response.corrected" | "response.annotated" | "response.deleted",
  { form_id: formId, session_id: sessionId, by }: { form_id: string; session_id: string; by?: Acting },
  origin: Origin | undefined,
): Promise<void> {
  if (!by) return;
  const { caller, title } = by;
  const acting = { account_id: caller.account_id, actor: actorOf(caller), origin };
  const targets = [{ type: "response", id: sessionId, name: null }, formTarget(formId, title)];
  await auditAs(client, acting, { action, targets });
}

interface Acting {
  caller: Caller;
  title: string;
}
