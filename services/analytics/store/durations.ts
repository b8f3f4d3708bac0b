/** SQL of the seconds of a completed session `s`, of those of an answered visit `v`, and of the UTC day of the session's start. */
export const durationSql = "greatest(0, floor(date_part('epoch', s.completed_at - s.started_at)))::integer";
export const secondsSql = "greatest(0, floor(date_part('epoch', v.answered_at - v.shown_at)))::integer";
export const daySql = "(s.started_at at time zone 'utc')::date";
