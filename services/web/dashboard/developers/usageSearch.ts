import { dayMs, utcDay } from "../../../../shared/domain/dates.ts";
import type { UsageView } from "../api/queries/developers.ts";

export type Days = "7" | "30" | "90";

/** Query of the page. The defaults, 30 days and all keys, are left out. */
export interface UsageSearch {
  days?: Days | undefined;
  key?: string | undefined;
}

const uuid = /^[0-9a-f-]{36}$/i;

export const readUsageSearch = ({ days, key }: Record<string, unknown>): UsageSearch => ({
  days: days === "7" || days === "90" ? days : undefined,
  key: typeof key === "string" && uuid.test(key) ? key : undefined,
});

/** Returns whole days in UTC. The last one is today. */
export function usageViewOf({ days = "30", key }: UsageSearch, now: number): UsageView {
  return { from: utcDay(now - (Number(days) - 1) * dayMs), to: utcDay(now), keyId: key ?? null };
}
