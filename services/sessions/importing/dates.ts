import { isRealDate } from "../../../shared/domain/dates.ts";
import { type Cell, textOf } from "./table.ts";
import {
  type DateOrder,
  fullYear,
  isShortYear,
  type TimeOfDay,
  timeAt,
  type WrittenDate,
  writtenTime,
} from "./writtenTime.ts";

export const dateOrders: readonly DateOrder[] = ["dmy", "mdy", "ymd"];

/**
 * Returns the orders in which the text is a date: all for one that has no other reading (ISO, names of months), none if it isn't a
 * date. Years of two figures stand last, as the tools write them.
 */
export function ordersOf(text: string): readonly DateOrder[] {
  const date = writtenTime(text)?.date;
  if (!date) return [];
  if (date.form !== "figures") {
    if (dayOf(date, null) === null) return [];
    return date.form === "year first" ? ["ymd"] : dateOrders;
  }
  return dateOrders.filter((order) => order !== "ymd" && dayOf(date, order) !== null);
}

/** Finds the order that all dates of a column have. */
export class OrderFinder {
  private orders: readonly DateOrder[] = dateOrders;

  /** Cells that aren't dates in figures decide nothing. */
  add(cell: Cell): void {
    if (this.orders.length === 0 || isOfWorkbook(cell)) return;
    const orders = ordersOf(textOf(cell));
    if (orders.length > 0) this.orders = this.orders.filter((order) => orders.includes(order));
  }

  /** Returns the only order that is left, else `given` unless the cells exclude it. */
  order(given: DateOrder | null): DateOrder | null {
    if (this.orders.length === 1) return this.orders[0] as DateOrder;
    return given !== null && (this.orders.length === 0 || this.orders.includes(given)) ? given : null;
  }
}

const isOfWorkbook = (cell: Cell): cell is { text: string; date: string } => typeof cell === "object" && "date" in cell;

/**
 * Returns the day (`YYYY-MM-DD`) and the time (`HH:MM`; null if there is none) of a cell, as they are written: seconds and zones are
 * cut off. Null if it isn't a date, or if it has two readings and `order` is null.
 */
export function readDate(cell: Cell, order: DateOrder | null): { day: string; time: string | null } | null {
  if (isOfWorkbook(cell)) return ofWorkbook(cell);
  const written = writtenTime(textOf(cell));
  if (!written || !isMark(written.mark)) return null;
  const day = dayOf(written.date, order);
  return day === null ? null : { day, time: written.time && minuteOf(written.time) };
}

/** A date at midnight has a time only if its cell shows one. */
function ofWorkbook({ text, date }: { text: string; date: string }): { day: string; time: string | null } {
  const time = date.slice(11, 16);
  return { day: date.slice(0, 10), time: time === "00:00" && !text.includes(":") ? null : time };
}

/** Zones and offsets behind a time. */
const isMark = (mark: string): boolean => /^(?:[a-z]{0,5} ?(?:[+-]\d{1,2}(?::?\d{2})?)?)$/i.test(mark);

/** Returns the time of day (`HH:MM`) of a cell: 24 or 12 hours; seconds and zones are cut off. Null if it isn't one. */
export function readTime(cell: Cell): string | null {
  const date = readDate(cell, null);
  if (date) return date.time;
  const text = textOf(cell).trim();
  const found = timeAt(text);
  return found && isMark(text.slice(found.length).trim()) ? minuteOf(found.time) : null;
}

const twoDigits = (number: number): string => String(number).padStart(2, "0");

const minuteOf = ({ hour, minute }: TimeOfDay): string => `${twoDigits(hour)}:${twoDigits(minute)}`;

/**
 * Returns the day of a written date as `YYYY-MM-DD`. Null if no calendar has it, and for figures without an order that have two
 * readings.
 */
export function dayOf(date: WrittenDate, order: DateOrder | null): string | null {
  if (date.form !== "figures") return realDay(date.year, date.month, date.day);
  const [first, second, third] = date.figures;
  if (order === "ymd") return isShortYear(third) ? realDay(fullYear(first), second, third % 100) : null;
  const days = {
    dmy: realDay(fullYear(third), second, first),
    mdy: realDay(fullYear(third), first, second),
  };
  if (order !== null) return days[order];
  return days.dmy === days.mdy ? days.dmy : null;
}

function realDay(year: number, month: number, day: number): string | null {
  const text = `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}`;
  return isRealDate(text) ? text : null;
}
