import type { AuditView } from "../api/queries/audit.ts";
import { dayStart, localDay } from "../url/days.ts";
import { readPageSearch } from "../url/pageSearch.ts";

export const periods = ["7", "30", "90", "all"] as const;
export type Period = (typeof periods)[number];

/** Query of the page. The defaults, 30 days and all entries, are left out. */
export interface AuditSearch {
  /** an action, or a group such as `member.*` */
  action?: string | undefined;
  actor?: string | undefined;
  target?: string | undefined;
  since?: Exclude<Period, "30"> | undefined;
  page?: number | undefined;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const actionPattern = /^[a-z_]+\.(\*|[a-z_]+)$/;
const idOf = (value: unknown) => (typeof value === "string" && uuid.test(value) ? value : undefined);

export const readAuditSearch = ({ action, actor, target, since, ...rest }: Record<string, unknown>): AuditSearch => ({
  action: typeof action === "string" && actionPattern.test(action) ? action : undefined,
  actor: idOf(actor),
  target: idOf(target),
  since: since === "7" || since === "90" || since === "all" ? since : undefined,
  ...readPageSearch(rest),
});

/** Returns the list that the page shows. Days are the reader's, the last one is today. */
export function auditViewOf({ action, actor, target, since, page = 1 }: AuditSearch, now: number): AuditView {
  const from = () => dayStart(localDay(new Date(now), Number(since ?? 30) - 1));
  return {
    ...(action && { action }),
    ...(actor && { actor_id: actor }),
    ...(target && { target_id: target }),
    ...(since !== "all" && { from_date: from() }),
    page,
  };
}
