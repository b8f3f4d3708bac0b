import type { Usage } from "../../shared/api/shapes/usage.ts";
import { utcDay } from "../../shared/domain/dates.ts";
import { percentile } from "../../shared/domain/latency.ts";
import type { KeyName, UsageSum } from "./store/usage.ts";

/** Builds the API's usage object (decisions §2): busiest first, every day listed. */
export function usageView(sums: readonly UsageSum[], keys: readonly KeyName[], days: readonly string[]): Usage {
  const at = Map.groupBy(sums, ({ level }) => level);
  const named = new Map(keys.map((key) => [key.id, key]));
  const byDay = new Map(at.get("day")?.map((sum) => [sum.day, sum]));
  return {
    totals: rated(at.get("total")?.[0] ?? nothing),
    by_day: days.map((date) => ({ date, ...counted(byDay.get(date) ?? nothing) })),
    by_endpoint: endpoints(at.get("endpoint") ?? []),
    by_key: (at.get("key") ?? []).map((sum) => keyView(sum, named)).toSorted(busiest),
  };
}

interface Counted {
  requests: number;
  errors: number;
}

const nothing: Counted = { requests: 0, errors: 0 };
const counted = ({ requests, errors }: Counted): Counted => ({ requests, errors });
const rated = ({ requests, errors }: Counted) => ({
  requests,
  errors,
  error_rate: requests === 0 ? null : errors / requests,
});
const busiest = (a: Counted, b: Counted): number => b.requests - a.requests;

function endpoints(sums: readonly UsageSum[]): Usage["by_endpoint"] {
  const groups = Map.groupBy(sums, ({ method, path }) => `${method} ${path}`);
  return [...groups.values()]
    .map(endpointView)
    .toSorted((a, b) => busiest(a, b) || (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));
}

function endpointView(sums: UsageSum[]): Usage["by_endpoint"][number] {
  const [first] = sums;
  const histogram = new Map(sums.map(({ bucket, requests }) => [bucket ?? 0, requests]));
  const total = (pick: (sum: UsageSum) => number) => sums.reduce((all, sum) => all + pick(sum), 0);
  return {
    method: first?.method ?? "",
    path: first?.path ?? "",
    ...rated({ requests: total((sum) => sum.requests), errors: total((sum) => sum.errors) }),
    p50_ms: percentile(histogram, 0.5),
    p95_ms: percentile(histogram, 0.95),
  };
}

function keyView(sum: UsageSum, keys: ReadonlyMap<string, KeyName>): Usage["by_key"][number] {
  const key = keys.get(sum.key_id ?? "");
  return { key_id: sum.key_id, name: key?.name ?? null, prefix: key?.prefix ?? null, ...rated(sum) };
}

/** `YYYY-MM-DD`, both ends included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (const day = new Date(from); day <= new Date(to); day.setUTCDate(day.getUTCDate() + 1)) {
    days.push(utcDay(day));
  }
  return days;
}
