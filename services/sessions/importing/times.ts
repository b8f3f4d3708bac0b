import { Temporal } from "temporal-polyfill";
import { dayOf, ordersOf } from "./dates.ts";
import { type Cell, type FileCell, type Table, textOf } from "./table.ts";
import { type DateOrder, type WrittenTime, writtenTime } from "./writtenTime.ts";

/** Hours of the names that are unambiguous, and of those of the United States (wants §25, Times). */
const names: Readonly<Record<string, number>> = {
  ...{ EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 },
  ...{ AKST: -9, AKDT: -8, HST: -10, HDT: -9, AST: -4, ADT: -3 },
  ...{ WET: 0, WEST: 1, CET: 1, CEST: 2, EET: 2, EEST: 3, MSK: 3, SAST: 2 },
  ...{ JST: 9, KST: 9, HKT: 8, SGT: 8, AWST: 8, ACST: 9.5, ACDT: 10.5, AEST: 10, AEDT: 11, NZST: 12, NZDT: 13 },
};

const minuteMs = 60_000;

/** Returns the offset of a mark in ms; null for '' and for other names of zones; undefined for other texts. */
function offsetOf(mark: string): number | null | undefined {
  if (mark === "") return null;
  const name = mark.toUpperCase().replace(/ ?\([^()]*\)$/, "");
  if (name === "Z" || name === "UTC" || name === "GMT") return 0;
  if (Object.hasOwn(names, name)) return (names[name] as number) * 60 * minuteMs;
  if (/^[A-Z]{2,5}$/.test(mark)) return null;
  const [, sign, hours, minutes = "0"] = /^(?:UTC|GMT)? ?([+\-\u2212])(\d{1,2})(?::?([0-5]\d))?$/.exec(name) ?? [];
  if (hours === undefined || Number(hours) > 18) return undefined;
  return (sign === "+" ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
}

/** Returns whether the text is a time with its zone: an offset, `Z`, `UTC`, `GMT` or an unambiguous name. */
export function hasMark(text: string): boolean {
  const written = writtenTime(text);
  return written !== null && typeof offsetOf(written.mark) === "number";
}

export type Instant = Date | null | "unreadable" | "ambiguous";

/** How times of a response are read. */
export interface TimeReading {
  /** IANA name, for times without a mark; null if it isn't known */
  zone: string | null;
  /** of dates in figures */
  order: DateOrder | null;
}

/**
 * Returns the time of a response that a cell has, null for an empty one. Local times are in `zone`; those that a change of clocks
 * skips or repeats are read as Temporal's `compatible` (ECMA-262). `unreadable`: not a time, or without a known zone. `ambiguous`: its day
 * can be its month.
 */
export function readInstant(cell: Cell, { zone, order }: TimeReading): Instant {
  const text = typeof cell === "object" && "date" in cell ? cell.date : textOf(cell).trim();
  if (text === "") return null;
  const written = writtenTime(text);
  const local = written && localOf(written, order);
  const offset = written ? offsetOf(written.mark) : undefined;
  if (local === null && order === null && ordersOf(text).length > 1) return "ambiguous";
  if (local === null || offset === undefined || (offset === null && zone === null)) return "unreadable";
  return new Date(offset === null ? inZone(local, zone as string) : local - offset);
}

/** Returns the time in ms as if it was UTC. A date without a time is its midnight. */
function localOf({ date, time }: WrittenTime, order: DateOrder | null): number | null {
  const day = dayOf(date, order);
  if (day === null) return null;
  const { hour = 0, minute = 0, second = 0, millisecond = 0 } = time ?? {};
  return Date.parse(`${day}T00:00:00Z`) + ((hour * 60 + minute) * 60 + second) * 1000 + millisecond;
}

/** Clocks change at quarters of an hour. */
const quarterMs = 15 * minuteMs;
/** An import has one zone, and times of some years at most. */
const cachedQuarters = 100_000;
let cached: { zone: string; offsets: Map<number, number> } = { zone: "", offsets: new Map() };

function inZone(local: number, zone: string): number {
  if (cached.zone !== zone || cached.offsets.size > cachedQuarters) cached = { zone, offsets: new Map() };
  const quarter = Math.floor(local / quarterMs);
  const offset = cached.offsets.get(quarter) ?? zoneOffset(quarter * quarterMs, zone);
  cached.offsets.set(quarter, offset);
  return local - offset;
}

function zoneOffset(local: number, zone: string): number {
  const time = Temporal.PlainDateTime.from(new Date(local).toISOString().slice(0, -1));
  return local - time.toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds;
}

/** Returns whether the name is a zone of the IANA database, such as `Europe/Berlin`. */
export function isZone(name: string): boolean {
  if (!/^[a-z][a-z0-9_+\-/]{0,63}$/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Sources whose zone a mapping can change. */
const changeable = new Set(["tally"]);

/** Returns the zone of times without a mark: the source's, else the given one. Null if neither is known. */
export const zoneOf = ({ source, zone }: Pick<Table, "source" | "zone">, given: string | null): string | null =>
  zone === null || changeable.has(source) ? (given ?? zone) : zone;

/** Returns the zone of a column's times without a mark. Those of a respondent's device have the given one. */
export const zoneAt = (table: Pick<Table, "source" | "zone" | "deviceTimes">, column: number, given: string | null) =>
  table.deviceTimes?.includes(column) ? given : zoneOf(table, given);

/** Rows that decide whether a zone is asked for (wants §25). */
const zoneRows = 100;
export const zoneRequired = "mapping.zone: is required, because the times in this file have none";

/** Returns whether a time without a mark is in these columns of the first rows. */
export async function hasUnmarked(table: Table, columns: readonly number[]): Promise<boolean> {
  if (columns.length === 0) return false;
  let count = 0;
  for await (const { cells } of table.rows()) {
    if (columns.some((at) => isUnmarked(cells[at] ?? ""))) return true;
    count += 1;
    if (count === zoneRows) return false;
  }
  return false;
}

function isUnmarked(cell: FileCell): boolean {
  if (typeof cell === "object" && "date" in cell) return true;
  const written = writtenTime(textOf(cell));
  return written !== null && offsetOf(written.mark) === null;
}

/** Returns whether a cell is a date or a time. */
export const isTime = (cell: Cell): boolean =>
  typeof cell === "object" && "date" in cell ? /[-:]/.test(cell.text) : ordersOf(textOf(cell)).length > 0;
