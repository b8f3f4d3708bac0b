import { lookupPerRow } from "../../../shared/platform/database/plannerHints.ts";
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
  const { status, version, answers } = filters;
  const { value } = values;
  return joined([
    status && { name: "s", text: `s.status = ${value(status)}` },
    version !== null && { name: "v", text: `s.version_number = ${value(version)}` },
    found && { name: found.name, text: found.text(values) },
    answers.length > 0 && { name: "a", text: isAnswered(answers, values) },
  ]);
}

/**
 * Every one of these answers is on the session's path: a visit that was cut off keeps none. They are looked up by the key of
 * visits, session by session, up to the first that differs. The statement is the same however many there are.
 */
function isAnswered(answers: Filters["answers"], { value }: Values): string {
  const nodes = value(answers.map(([nodeId]) => nodeId));
  const texts = value(answers.map(([, text]) => text));
  const numbers = value(answers.map(([, text]) => numberIn(text)));
  const visit = lookupPerRow("sessions.visits", "t.session_id = s.id and t.node_id = a.node_id");
  return `not exists (select from unnest(${nodes}::text[], ${texts}::text[], ${numbers}::numeric[]) a (node_id, value, number)
    left join lateral ${visit} v on true where (${equalsAnswer}) is not true)`;
}

/** Of `v.answer`: a choice, a number, one of several choices, what is ranked first, a cell `row.column` of a matrix. */
const equalsAnswer = `case json_typeof(v.answer)
    when 'string' then v.answer #>> '{}' = a.value
    when 'number' then (v.answer #>> '{}')::numeric = a.number
    when 'array' then case when v.question_type = 'ranking' then v.answer ->> 0 = a.value
      else v.answer::jsonb ? a.value end
    when 'object' then split_part(a.value, '.', 1) || '.' || (v.answer ->> split_part(a.value, '.', 1)) = a.value
  end`;

/** As JSON has numbers, or null. */
const numberIn = (text: string): string | null =>
  /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text)) ? String(Number(text)) : null;

function joined(conditions: (Conditions | false | null)[]): Conditions {
  const set = conditions.filter((condition) => !!condition);
  return { name: set.map(({ name }) => name).join(""), text: set.map(({ text }) => ` and ${text}`).join("") };
}
