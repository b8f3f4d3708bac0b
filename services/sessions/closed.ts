import { conflict } from "../../shared/platform/errors.ts";
import type { LiveFormRow } from "./store/liveForms.ts";

/** Returns the 409 of a closed form: its own message, or why it is closed. Permanent reasons come first. */
export const closedForm = (form: LiveFormRow, now: Date): Error =>
  conflict(form.closed_message || closedMessage(form, now));

function closedMessage({ is_accepting_responses, opens_at, closes_at, is_full }: LiveFormRow, now: Date): string {
  if (!is_accepting_responses || (closes_at && closes_at <= now)) return "This form is closed.";
  if (is_full) return "This form has reached its response limit.";
  if (opens_at && opens_at > now) return `This form isn't open yet. It opens at ${opens_at.toISOString()}.`;
  return "This form is closed.";
}
