import type { Filters } from "../filters.ts";
import type { Values } from "./read.ts";
import type { Found } from "./search.ts";

/**
 * The filters as SQL over `s`, a session. `name` tells apart the texts that they make, as part of a prepared statement's
 * name; only the filters that are set stand in the text, so that each gets a plan of its own.
 */
export interface Conditions {
  name: string;
  text: string;
}

/** The range of `started_at`: what the index (form_id, started_at desc, id desc) can narrow down. */
export function withinRange(filters: Filters, { value }: Values): Conditions {
  const { from, before } = filters.started;
  return joined([
    from && { name: "f", text: `s.started_at >= ${value(from)}` },
    before && { name: "b", text: `s.started_at < ${value(before)}` },
  ]);
}

/** What is looked at session by session; `found`: one that was searched for (search.ts), null where nothing was. */
export function matching(filters: Filters, values: Values, found: Found | null): Conditions {
  const { status, version } = filters;
  const { value } = values;
  return joined([
    status && { name: "s", text: `s.status = ${value(status)}` },
    version !== null && { name: "v", text: `s.version_number = ${value(version)}` },
    found && { name: found.name, text: found.text(values) },
  ]);
}

function joined(conditions: (Conditions | false | null)[]): Conditions {
  const set = conditions.filter((condition) => !!condition);
  return { name: set.map(({ name }) => name).join(""), text: set.map(({ text }) => ` and ${text}`).join("") };
}
