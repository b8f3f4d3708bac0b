import { test } from "@jest/globals";
import { shared } from "./run.ts";

/** A test that looks into one PostgreSQL: its triggers, plans or system columns. Left out on Citus. */
export const testOnOneServer: typeof test.skip = shared("citus") ? test.skip : test;

/** SQL of a time before that of a column. Citus refuses `timestamptz - interval` of a column in an update, because it is STABLE. */
export const earlier = (column: string, interval: string): string =>
  `(${column} at time zone 'utc' - ${interval}) at time zone 'utc'`;
