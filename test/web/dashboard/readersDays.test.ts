import type { SessionFilters } from "../../../services/web/dashboard/form/sessionFilters.ts";

/** Filters by days and times of a reader in Berlin: UTC+1 until 29 March 2026, then UTC+2. */
const zoneBefore = process.env.TZ;
const load = async () => ({
  ...(await import("../../../services/web/dashboard/form/sessionFilters.ts")),
  ...(await import("../../../services/web/dashboard/responses/filterChips.ts")),
  ...(await import("../../../services/web/dashboard/insights/insightsSearch.ts")),
  ...(await import("../../../services/web/dashboard/audit/auditSearch.ts")),
  ...(await import("../../../services/web/dashboard/integrations/deliveriesSearch.ts")),
  ...(await import("../../../services/web/dashboard/insights/timeline.ts")),
  ...(await import("../../../services/web/dashboard/insights/changes.ts")),
  ...(await import("../../../services/web/dashboard/url/days.ts")),
  ...(await import("../../../services/web/ui/dates.ts")),
});
let page: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  process.env.TZ = "Europe/Berlin";
  page = await load();
});
afterAll(() => {
  process.env.TZ = zoneBefore;
});

/** half past midnight of 1 April in Berlin, 31 March in UTC */
const now = new Date("2026-03-31T22:30:00Z");

test("starts presets at the reader's midnight, with the offset of that day", () => {
  expect(page.presetRange(1, now)).toEqual({ started_at_from: "2026-04-01T00:00:00+02:00", started_at_to: undefined });
  expect(page.presetRange(7, now).started_at_from).toBe("2026-03-26T00:00:00+01:00");
  expect(page.presetRange(90, now).started_at_from).toBe("2026-01-02T00:00:00+01:00");
  expect(page.auditViewOf({ since: "7" }, now.getTime()).from_date).toBe("2026-03-26T00:00:00+01:00");
});

test("filters by whole days of the reader", () => {
  expect([page.dayStart("2026-03-29"), page.dayEnd("2026-03-29")]).toEqual([
    "2026-03-29T00:00:00+01:00",
    "2026-03-29T23:59:59.999+02:00",
  ]);
  const view = page.deliveriesViewOf({ from: "2026-03-28", to: "2026-03-29" });
  expect([view.from_date, view.to_date]).toEqual(["2026-03-28T00:00:00+01:00", "2026-03-29T23:59:59.999+02:00"]);
});

test("names days of the reader, and times and days of another zone as such", () => {
  const label = (from?: string, to?: string) =>
    page.chipsOf({ started_at_from: from, started_at_to: to }, now, String)[0]?.label;
  expect(label(page.presetRange(30, now).started_at_from)).toBe("Last 30 days");
  expect(label(page.dayStart("2026-03-01"), page.dayEnd("2026-03-02"))).toBe("Mar 1 – Mar 2");
  expect(label(page.dayStart("2026-03-01"), page.dayEnd("2026-03-01"))).toBe("Mar 1");
  expect(label("2026-03-01", "2026-03-01")).toBe("Mar 1 (UTC)");
  expect(label("2026-03-01T00:00:00+09:00")?.replace("\u202f", " ")).toBe("Since Feb 28, 4:00 PM");
});

test("keeps times in the address, which begin and end at the same moment for everyone", () => {
  const read = (search: SessionFilters) => page.readSessionFilters({ ...search });
  const range = { started_at_from: page.dayStart("2026-03-01"), started_at_to: "2026-03-02" };
  expect(read(range)).toMatchObject(range);
  expect(read({ started_at_from: "2026-03-01T25:00:00Z" }).started_at_from).toBeUndefined();
  expect(page.isReversed({ started_at_from: "2026-03-02T00:00:00+02:00", started_at_to: "2026-03-01" })).toBe(false);
  expect(page.isReversed({ started_at_from: "2026-03-02T00:00:00Z", started_at_to: "2026-03-01" })).toBe(true);
});

test("asks for whole UTC days without the right to read responses", () => {
  const filters = (search: SessionFilters, reads: boolean) => page.insightsFilters(search, now, reads);
  expect(filters({}, true).started_at_from).toBe("2026-03-03T00:00:00+01:00");
  expect(filters({}, false).started_at_from).toBe("2026-03-02");
  const shared = { started_at_from: "2026-03-01T00:00:00+01:00", started_at_to: "2026-03-02T23:59:59.999+01:00" };
  expect(filters(shared, false)).toEqual({ started_at_from: "2026-03-01", started_at_to: "2026-03-02" });
  expect(page.presetRange(1, now, "utc").started_at_from).toBe("2026-03-31");
});

test("compares whole days of the reader with as many before", () => {
  const today = page.presetRange(1, now);
  expect(page.untilToday(today, now)).toEqual({ ...today, started_at_to: "2026-04-01T23:59:59.999+02:00" });
  expect(page.untilToday({ started_at_from: "2026-03-31" }, now)).toEqual({ started_at_from: "2026-03-31" });
  expect(page.daysIn("2026-03-26T00:00:00+01:00", "2026-04-01T23:59:59.999+02:00")).toBe(7);
});

test("links a UTC day of the chart to its responses within the filter", () => {
  const filters = { started_at_from: "2026-03-01T00:00:00+01:00", started_at_to: "2026-03-02T23:59:59.999+01:00" };
  const bucket = (from: string, to = from) => page.within(filters, { from, to, started: 1, completed: 0 });
  expect(bucket("2026-02-28")).toEqual({ started_at_from: filters.started_at_from, started_at_to: "2026-02-28" });
  expect(bucket("2026-03-01")).toEqual({ started_at_from: "2026-03-01", started_at_to: "2026-03-01" });
  expect(bucket("2026-03-02")).toEqual({ started_at_from: "2026-03-02", started_at_to: filters.started_at_to });
});

test("names the zone of times", () => {
  expect(page.timeText("2026-01-01T12:00:00Z").replace("\u202f", " ")).toBe("Jan 1, 2026, 1:00 PM GMT+1");
  expect(page.timeText("2026-07-01T12:00:00Z").replace("\u202f", " ")).toBe("Jul 1, 2026, 2:00 PM GMT+2");
  expect(page.zoneName()).toBe("Germany Time");
});
