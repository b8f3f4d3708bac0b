import { isObject } from "../../../shared/domain/json.ts";
import { Refusal } from "./refusal.ts";
import type { Mapping } from "./response.ts";
import { isZone } from "./times.ts";
import type { DateOrder } from "./writtenTime.ts";

const orders: readonly DateOrder[] = ["dmy", "mdy", "ymd"];

const readers: Readonly<Record<string, (value: unknown) => string | null>> = {
  version: (value) =>
    typeof value === "number" && Number.isInteger(value) && value > 0 ? null : "must be a whole number from 1",
  zone: (value) =>
    typeof value === "string" && isZone(value) ? null : "must be an IANA time zone such as Europe/Berlin",
  encoding: (value) =>
    typeof value === "string" && isEncoding(value) ? null : "must be an encoding such as windows-1252",
  date_order: (value) => (orders.includes(value as DateOrder) ? null : `must be one of ${orders.join(", ")}`),
  columns: (value) => (isObject(value) ? null : "must be an object of headers and their targets"),
};

/** Errors that are listed. A file can have 2,000 columns. */
const errorLimit = 100;

/** Reads the `mapping` of an import (wants §25); null is an empty one. Throws a Refusal that lists what is wrong in it. */
export function parseMapping(text: string | null): Mapping {
  const given = text === null ? {} : parsed(text);
  if (!isObject(given)) throw new Refusal("mapping: must be a JSON object");
  const errors: string[] = [];
  for (const [member, value] of Object.entries(given)) {
    const reader = Object.hasOwn(readers, member) ? readers[member] : undefined;
    const fault = reader ? reader(value) : "unknown field";
    if (fault !== null) errors.push(`mapping.${cut(member)}: ${fault}`);
  }
  const columns = isObject(given.columns) ? Object.entries(given.columns) : [];
  for (const [header, target] of columns) {
    if (typeof target !== "string" && target !== null)
      errors.push(`mapping.columns.${cut(header)}: must be text or null`);
  }
  throwErrors(errors);
  const { version = null, zone = null, encoding = null, date_order = null } = given as Partial<Mapping>;
  return { version, zone, encoding, date_order, columns: new Map(columns as [string, string | null][]) };
}

/** Throws a Refusal of these errors, if there are some. */
export function throwErrors(errors: readonly string[]): void {
  const [first, ...others] = errors.slice(0, errorLimit);
  if (first !== undefined) throw new Refusal(first, ...others);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== "";
  } catch {
    return false;
  }
}

const nameLimit = 200;

/** Returns a header as messages name it. */
export const cut = (header: string): string => (header.length > nameLimit ? `${header.slice(0, nameLimit)}…` : header);
