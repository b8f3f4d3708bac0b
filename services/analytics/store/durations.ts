import { unknownSeconds } from "../figures/facts.ts";

/**
 * SQL of the seconds of a completed session `s`, and of the UTC day of its start. Null if an imported one has no start (wants §25).
 */
export const durationSql =
  "case when s.is_untimed is not true then greatest(0, floor(date_part('epoch', s.completed_at - s.started_at)))::integer end";
export const daySql = "(s.started_at at time zone 'utc')::date";

/** SQL of the seconds of an answered visit `v` of the session `s`. */
export const secondsSql = `case when s.import_id is not null then ${unknownSeconds}
  else greatest(0, floor(date_part('epoch', v.answered_at - v.shown_at)))::integer end`;
