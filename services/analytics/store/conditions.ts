import { lookupPerRow } from "../../../shared/platform/database/plannerHints.ts";
import type { Filters } from "../filters.ts";
import { isAfter } from "./pageKey.ts";
import type { Readable, Values } from "./read.ts";
import type { Found } from "./search.ts";

/**
 * Filters as SQL over `s`, a session. The text has only filters that are set, so each combination gets its own plan. `name` tells
 * the combinations apart in the names of prepared statements.
 */
export interface Conditions {
  name: string;
  text: string;
}

/** Returns the range of `started_at`, which the index (form_id, started_at desc, id desc) narrows down. */
export function withinRange(filters: Filters, { value }: Values): Conditions {
  const { from, before, after } = filters.started;
  return joined([
    from && { name: "f", text: `s.started_at >= ${value(from)}` },
    before && { name: "b", text: `s.started_at < ${value(before)}` },
    after !== undefined && { name: after.descending ? "o" : "n", text: isAfter(after, value) },
  ]);
}

/**
 * Returns the conditions on single sessions. `found`: of the search (search.ts), or null without one. `reader`: where filters by
 * answers are read.
 */
export function matching(
  filters: Filters,
  values: Values,
  found: Pick<Found, "name" | "text"> | null,
  reader: Pick<Readable, "isDistributed">,
): Conditions {
  const { status, version, language, links, source, tags, isFlagged, answers } = filters;
  const { value } = values;
  return joined([
    status && { name: "s", text: `s.status = ${value(status)}` },
    version !== null && { name: "v", text: `s.version_number = ${value(version)}` },
    language !== null && { name: "l", text: `lower(s.language) = lower(${value(language)})` },
    links !== null && { name: "k", text: `s.link_id = any(${value(links)}::uuid[])` },
    source !== null && {
      name: source === "import" ? "i" : "r",
      text: `s.import_id is ${source === "import" ? "not null" : "null"}`,
    },
    tags.length > 0 && { name: "t", text: `s.tags is not null and s.tags @> ${value(tags)}::text[]` },
    isFlagged !== null && {
      name: isFlagged ? "p" : "u",
      text: isFlagged ? "s.is_flagged" : "s.is_flagged is distinct from true",
    },
    found && { name: found.name, text: found.text(values) },
    answers.length > 0 && { name: "a", text: isAnswered(answers, values, reader) },
  ]);
}

/**
 * Matches sessions with all of these answers on their path: a visit that was cut off keeps no answer. They are looked up by the key
 * of visits, session by session, up to the first that differs. The statement is the same for any number of them.
 */
function isAnswered(
  answers: Filters["answers"],
  { value }: Values,
  { isDistributed }: Pick<Readable, "isDistributed">,
): string {
  const nodes = value(answers.map(([nodeId]) => nodeId));
  const texts = value(answers.map(([, text]) => text));
  const numbers = value(answers.map(([, text]) => numberIn(text)));
  const wanted = `unnest(${nodes}::text[], ${texts}::text[], ${numbers}::numeric[]) a (node_id, value, number)`;
  if (isDistributed) {
    // Citus runs no lateral join on shards. This form takes a sixth more CPU, and all answers are looked up
    return `(select count(*) from sessions.visits v join ${wanted} on a.node_id = v.node_id
      where v.session_id = s.id and v.node_id = any(${nodes}::text[]) and ${equalsAnswer}) = cardinality(${nodes}::text[])`;
  }
  const visit = lookupPerRow("sessions.visits", "t.session_id = s.id and t.node_id = a.node_id");
  return `not exists (select from ${wanted} left join lateral ${visit} v on true where (${equalsAnswer}) is not true)`;
}

/** Compares `v.answer`: a choice, a number, one of several choices, the first rank, or a cell `row.column` of a matrix. */
const equalsAnswer = `case json_typeof(v.answer)
    when 'string' then v.answer #>> '{}' = a.value
    when 'number' then (v.answer #>> '{}')::numeric = a.number
    when 'array' then case when v.question_type = 'ranking' then v.answer ->> 0 = a.value
      else v.answer::jsonb ? a.value end
    when 'object' then split_part(a.value, '.', 1) || '.' || (v.answer ->> split_part(a.value, '.', 1)) = a.value
  end`;

/** Returns the number as JSON writes it, or null if the text isn't one. */
const numberIn = (text: string): string | null =>
  /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text)) ? String(Number(text)) : null;

function joined(conditions: (Conditions | false | null)[]): Conditions {
  const set = conditions.filter((condition) => !!condition);
  return { name: set.map(({ name }) => name).join(""), text: set.map(({ text }) => ` and ${text}`).join("") };
}
