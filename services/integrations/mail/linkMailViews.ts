import type { LinkMailDelivery, LinkMailing } from "../../../shared/api/shapes/linkMails.ts";
import type { AttemptRow, MailingWithFigures } from "../store/linkMails.ts";

export function mailingView(row: MailingWithFigures): LinkMailing {
  const { recipients, sent, waiting, failed, reminders_planned, left_out } = row;
  return {
    id: row.id,
    name: row.name,
    subject: row.subject,
    status: statusOf(row),
    counts: { recipients, sent, waiting, failed, reminders_planned, left_out },
    next_reminder_at: row.next_reminder_at?.toISOString() ?? null,
    created: row.created.toISOString(),
  };
}

/** Done once every invitation is sent, refused or left out. Reminders can still follow. */
function statusOf({ cancelled_at, waiting, has_begun }: MailingWithFigures): LinkMailing["status"] {
  if (cancelled_at) return "cancelled";
  if (waiting === 0) return "done";
  return has_begun ? "sending" : "queued";
}

export const deliveryOf = (row: AttemptRow, reference?: string | null): LinkMailDelivery => ({
  id: row.id,
  link_id: row.link_id,
  ...(reference !== undefined && { reference }),
  event: row.turn === 0 ? "link.invited" : "link.reminded",
  status: row.status,
  response_code: row.response_code,
  duration_ms: row.duration_ms,
  created: row.created.toISOString(),
  attempt: row.attempt,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  error_message: row.error_message,
});
