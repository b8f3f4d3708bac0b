import { lookupPerRow } from "../../../shared/platform/database/plannerHints.ts";
import { periodsIn, wholeDays } from "../figures/days.ts";
import type { Filters } from "../filters.ts";
import { matching } from "./conditions.ts";
import type { Values } from "./read.ts";
import { inPeriods } from "./rollups.ts";

/**
 * Returns SQL of the number of a form's sessions that match filters by status, version and date. Forms with rollups
 * (docs/adr/0015) have it in them, except sessions that these don't have as they are now, and parts of days. For other forms it
 * is `counted`. Null if the range has no whole day. `form` is a placeholder.
 */
export function countRolled(form: string, filters: Filters, values: Values, counted: string): string | null {
  const { whole, partial } = wholeDays(filters.started);
  if (!whole) return null;
  const { value } = values;
  const { status, version } = filters;
  const [from, before] = [whole.from, whole.before].map((date) => `coalesce(${value(date)}::timestamptz, `);
  const inDays = `s.started_at >= ${from}'-infinity') and s.started_at < ${before}'infinity')`;
  const matches = (row: string) =>
    `${row}.form_id = ${form}${status ? ` and ${row}.status = ${value(status)}` : ""}${
      version === null ? "" : ` and ${row}.version_number = ${value(version)}`
    }`;
  const ofDays = `c.day >= (${from}'-infinity') at time zone 'utc')::date and c.day < (${before}'infinity') at time zone 'utc')::date`;
  const [starts, ends] = [partial.map((part) => part.from), partial.map((part) => part.before)];
  const session = lookupPerRow("sessions.sessions", "t.id = u.id");
  const contribution = lookupPerRow("analytics.contributions", "t.session_id = u.id");
  return `(with unrolled as materialized (${unrolledAmong(form, ` and ${inDays}`)})
    select (case when f.folded is null then ${counted} else (
        select coalesce(sum(${sessionsIn("r.of_sessions")}), 0) from analytics.rollups r
        where ${matches("r")} and ${inPeriods(periodsIn(whole), value)}
      ) + (
        select count(*) from analytics.contributions c where ${matches("c")} and c.position > f.folded
          and c.session_id not in (select id from unrolled) and ${ofDays}
      ) - (
        select count(*) from unrolled u cross join lateral ${contribution} c
        where ${matches("c")} and c.position <= f.folded and ${ofDays}
      ) + (
        select count(*) from unrolled u cross join lateral ${session} s where ${matches("s")} and ${inDays}
      ) + (
        select coalesce(sum(n.count), 0) from unnest(${value(starts)}::timestamptz[], ${value(ends)}::timestamptz[]) p (first, last)
          cross join lateral (select count(*) from sessions.sessions s
            where s.form_id = ${form} and s.started_at >= p.first and s.started_at < p.last${
              matching({ ...filters, words: [], answers: [] }, values, null, {}).text
            }) n
      ) end)::integer
    from (select (select folded from analytics.rollup_forms where form_id = ${form} and is_complete) as folded) f)`;
}

/**
 * Returns SQL of the IDs of a form's sessions that rollups and contributions don't have as they are now: in progress, or ended or
 * erased since the last look at the outbox. `inRange`: a further condition on sessions in progress.
 */
export const unrolledAmong = (form: string, inRange = ""): string =>
  `select s.id from sessions.sessions s where s.form_id = ${form} and s.status = 'in_progress'${inRange}
    union select session_id from sessions.events
    where form_id = ${form} and indexed_at is null and type <> 'session.started'`;

/** Returns SQL of the sessions of a rollup. The number is in its text's first line, as in `["status","completed",7]`. */
const sessionsIn = (text: string): string =>
  `substring(left(${text}, 60) from '^\\["status","[a-z_]+",(\\d+)')::integer`;
