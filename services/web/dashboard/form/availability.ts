import type { FormListItem } from "../../../../shared/api/shapes/forms.ts";

/** State of a form for respondents who open its link. Only an open form starts sessions (decisions §3, §5). */
export type Availability = "archived" | "unpublished" | "closed" | "early" | "over" | "full" | "open";

type Opening = Pick<
  FormListItem,
  | "is_active"
  | "published_version"
  | "is_accepting_responses"
  | "opens_at"
  | "closes_at"
  | "response_limit"
  | "completed_sessions"
>;

/** Returns the availability at `now` (ms). If a form is unavailable for several reasons, the one to fix first. */
export function availabilityOf(form: Opening, now: number): Availability {
  const { opens_at: opens, closes_at: closes, response_limit: limit } = form;
  if (!form.is_active) return "archived";
  if (form.published_version === null) return "unpublished";
  if (!form.is_accepting_responses) return "closed";
  if (closes !== null && Date.parse(closes) <= now) return "over";
  if (limit !== null && form.completed_sessions >= limit) return "full";
  if (opens !== null && Date.parse(opens) > now) return "early";
  return "open";
}
