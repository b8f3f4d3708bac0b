import { actorOf, changesBetween, formTarget } from "../../shared/api/audit/entry.ts";
import type { Caller, Origin } from "../../shared/bus/contract.ts";
import { auditIn } from "../../shared/platform/audit/outbox.ts";
import type { ImportRow } from "./store/imports.ts";

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

/** Writes that an import is over, with its counts, in the transaction that ends it. */
export async function auditImport(
  client: Parameters<typeof auditAs>[0],
  { id, form_id, acting, rows, stored, skipped, refused_rows, refused_count, incomplete_count }: ImportRow,
): Promise<void> {
  if (!acting) return;
  const { title, ...by } = acting;
  const counts = { rows, stored, skipped, refused_rows, refused_count, incomplete_count };
  await auditAs(client, by, {
    action: "responses.imported",
    targets: [{ type: "import", id, name: null }, formTarget(form_id, title)],
    changes: changesBetween({}, counts),
  });
}
