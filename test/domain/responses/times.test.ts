import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import type { Table } from "../../../services/sessions/importing/table.ts";
import {
  hasMark,
  hasUnmarked,
  isZone,
  readInstant,
  zoneAt,
  zoneOf,
} from "../../../services/sessions/importing/times.ts";
import { opened, sample } from "./reading.ts";

const instant = (text: string, zone: string | null = null) => {
  const read = readInstant(text, { zone, order: null });
  return read instanceof Date ? read.toISOString() : read;
};

const needsZone = (table: Table, times: readonly number[]) =>
  hasUnmarked(
    table,
    times.filter((at) => zoneAt(table, at, null) === null),
  );

describe("readInstant", () => {
  it.each([
    ["2022/10/17 6:31:58 PM EST", "2022-10-17T23:31:58.000Z"],
    ["2022/10/17 6:31:58 PM PDT", "2022-10-18T01:31:58.000Z"],
    ["2022/10/17 6:31:58 PM GMT+1", "2022-10-17T17:31:58.000Z"],
    ["2022/10/17 6:31:58 AM GMT+5:30", "2022-10-17T01:01:58.000Z"],
    ["2026-01-01 20:00:00 UTC", "2026-01-01T20:00:00.000Z"],
    ["2026-01-01 20:00:00 GMT", "2026-01-01T20:00:00.000Z"],
    ["2025/09/08 1:58:23 PM EEST", "2025-09-08T10:58:23.000Z"],
    ["2025/09/08 1:58:23 PM CEST", "2025-09-08T11:58:23.000Z"],
    ["2025/09/08 1:58:23 PM CET", "2025-09-08T12:58:23.000Z"],
    ["2025/09/08 1:58:23 PM JST", "2025-09-08T04:58:23.000Z"],
    ["2025/09/08 1:58:23 PM ACST", "2025-09-08T04:28:23.000Z"],
    ["2017-10-23T05:40:39.250-04:00", "2017-10-23T09:40:39.250Z"],
    ["2017-10-23T05:40:39-0400", "2017-10-23T09:40:39.000Z"],
    ["2026-11-25T10:30:00.000Z", "2026-11-25T10:30:00.000Z"],
    ["Fri Oct 23 2026 05:40:39 GMT-0400 (Eastern Daylight Time)", "2026-10-23T09:40:39.000Z"],
  ])("reads the mark of %s in any zone", (text, time) => {
    expect([instant(text), instant(text, "Asia/Tokyo"), hasMark(text)]).toEqual([time, time, true]);
  });

  it("reads local times in the zone", () => {
    expect(instant("2026-10-23 09:41:19", "Europe/Berlin")).toBe("2026-10-23T07:41:19.000Z");
    expect(instant("2026-10-23", "America/New_York")).toBe("2026-10-23T04:00:00.000Z");
    const cell = { text: "46318.5", date: "2026-10-23T12:00:00" };
    expect(readInstant(cell, { zone: "UTC", order: null })).toEqual(new Date("2026-10-23T12:00:00Z"));
    expect(readInstant("7/2/20 11:00:22", { zone: "UTC", order: "mdy" })).toEqual(new Date("2020-07-02T11:00:22Z"));
  });

  it("reads times that a change of clocks skips or repeats as Temporal does", () => {
    expect(instant("2026-03-29 02:30:00", "Europe/Berlin")).toBe("2026-03-29T01:30:00.000Z");
    expect(instant("2026-10-25 02:30:00", "Europe/Berlin")).toBe("2026-10-25T00:30:00.000Z");
    const zones = fc.constantFrom(
      "Europe/Berlin",
      "America/New_York",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
      "Africa/Casablanca",
    );
    const times = fc.date({ min: new Date("1990-01-01"), max: new Date("2037-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(zones, times, (zone, time) => {
        const local = time.toISOString().slice(0, -1);
        const known = Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
        expect(instant(local, zone)).toBe(new Date(known).toISOString());
      }),
    );
  });

  it("reads names that several zones have in the given zone", () => {
    for (const name of ["BST", "IST", "XYZ"]) {
      expect(instant(`2026-07-05 10:00 ${name}`, "Europe/London")).toBe("2026-07-05T09:00:00.000Z");
      expect([instant(`2026-07-05 10:00 ${name}`), hasMark(`2026-07-05 10:00 ${name}`)]).toEqual(["unreadable", false]);
    }
  });

  it("tells empty cells from unreadable ones", () => {
    expect(instant(" ")).toBeNull();
    for (const text of ["soon", "2026-02-30 10:00:00Z", "2026-10-05 10:00 +99:00", "12:00", "46318.5"])
      expect(instant(text, "UTC")).toBe("unreadable");
    expect(instant("2026-10-05 10:00")).toBe("unreadable");
    expect(instant("3/4/2026 10:00", "UTC")).toBe("ambiguous");
  });
});

describe("a zone", () => {
  it("is a name of the IANA database", () => {
    expect(
      ["Europe/Berlin", "UTC", "America/Argentina/Ushuaia", "+01:00", "Berlin", "", "x".repeat(100)].map(isZone),
    ).toEqual([...[true, true, true, false, false, false, false]]);
  });

  it.each([
    ["pathform.csv", false],
    ["typeform.csv", false],
    ["typeformApi.json", false],
    ["googleForms.csv", false],
    ["kobo.csv", false],
    ["odk.csv", false],
    ["limeSurvey.csv", true],
    ["tally.csv", false],
    ["microsoftForms.csv", true],
    ["qualtrics.csv", true],
    ["redcap.csv", true],
    ["formbricks.csv", false],
  ])("is asked for %s: %s", async (name, isAsked) => {
    const table = await opened(sample(name));
    const times = table.own.flatMap((own, at) => (own === "started_at" || own === "completed_at" ? [at] : []));
    expect(await needsZone(table, times)).toBe(isAsked);
    expect(await needsZone(table, [])).toBe(false);
  });

  it("is asked for if one of the first 100 times has none", async () => {
    const file = (unmarked: number) =>
      `Timestamp,a\n${Array.from({ length: 200 }, (_, at) => `2026-10-05 10:00${at === unmarked ? "" : "Z"},x\n`).join("")}`;
    expect(await needsZone(await opened(file(99)), [0])).toBe(true);
    expect(await needsZone(await opened(file(100)), [0])).toBe(false);
  });

  it("is the source's, which only Tally's files let change", async () => {
    const zone = async (name: string, given: string | null) => zoneOf(await opened(sample(name)), given);
    expect(await zone("kobo.csv", "Asia/Tokyo")).toBe("UTC");
    expect(await zone("tally.csv", "Asia/Tokyo")).toBe("Asia/Tokyo");
    expect(await zone("tally.csv", null)).toBe("UTC");
    expect(await zone("limeSurvey.csv", "Asia/Tokyo")).toBe("Asia/Tokyo");
    expect(await zone("limeSurvey.csv", null)).toBeNull();
  });
});
