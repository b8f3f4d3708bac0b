import type { Paging } from "../../../shared/api/paging.ts";
import { filterOnly } from "../../../shared/platform/database/plannerHints.ts";
import { type Filters, isNarrowed } from "../filters.ts";
import { unrolledAmong } from "./countRolled.ts";
import { type Readable, read, type Values } from "./read.ts";

/** Must be the same text as in the index (migrations/0004-scores.ts). */
const score = `substring(s.facts from '^\\{"s":(-?\\d+)')::integer`;

type ScorePaging = Pick<Paging, "limit" | "offset" | "ordering">;

/**
 * Returns whether a page by score can be read from the index of contributions, which are complete if the form has rollups
 * (docs/adr/0015). No index of sessions has the score, because steps change it.
 */
export async function isIndexedByScore(
  reader: Readable,
  formId: string,
  filters: Filters,
  { ordering }: ScorePaging,
): Promise<boolean> {
  if (ordering.field !== "total_score" || isNarrowed({ ...filters, status: null })) return false;
  const text = "select 1 as is_complete from analytics.rollup_forms where form_id = $1 and is_complete";
  return (await read(reader, { name: "has-rollups", text, values: [formId] })).length > 0;
}

/**
 * Returns SQL of the IDs of a page: of the ended sessions with the highest or lowest scores, and those without a contribution.
 * `match` is a condition on columns of `s` that contributions have too.
 */
export function pageByScore(form: string, match: string, { limit, offset, ordering }: ScorePaging, { value }: Values) {
  const direction = ordering.descending ? "desc" : "asc";
  return `with unrolled as materialized (${unrolledAmong(form)})
    select id from (
      (select s.session_id as id, ${score} as total_score from analytics.contributions s
        where s.form_id = ${form}${match} and s.session_id not in (select id from unrolled)
        order by ${score} ${direction}, s.session_id ${direction} limit ${value(offset + limit)})
      union all
      select s.id, s.total_score from sessions.sessions s
      where s.id = any(array(select id from unrolled)) and ${filterOnly(`s.form_id = ${form}`)}${match}
    ) s order by s.total_score ${direction}, s.id ${direction} limit ${value(limit)} offset ${value(offset)}`;
}
