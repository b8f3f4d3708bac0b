import type pg from "pg";
import type { ExactRules } from "../../../shared/domain/graph/exact.ts";
import { type Queryable, withAnswerTimeout } from "../../../shared/platform/database/connection.ts";

/** The rules of forms with unique answers and places (wants §22, docs/adr/0025), and the sessions that still need claims for them. */

/** Rules as stored. `hash_key` names the key of the hashes. */
export interface StoredRules extends ExactRules {
  hash_key: string;
}

/** Rules that will hold once all completed sessions have their claims. */
export interface Claiming {
  rules: StoredRules;
  /** Sessions from this one on have theirs; null at the beginning. */
  after: { started_at: string; id: string } | null;
  is_done: boolean;
}

interface ExactForm {
  rules: StoredRules | null;
  claiming: Claiming | null;
}

export async function exactForm(client: Queryable, formId: string): Promise<ExactForm | null> {
  const { rows } = await client.query<ExactForm>({
    name: "exact-form",
    text: "select rules, claiming from sessions.exact_forms where form_id = $1",
    values: [formId],
  });
  return rows[0] ?? null;
}

export async function exactForms(pool: Queryable): Promise<string[]> {
  const { rows } = await withAnswerTimeout(pool).query<{ form_id: string }>("select form_id from sessions.exact_forms");
  return rows.map(({ form_id }) => form_id);
}

/** Returns what is counted: the rules that hold, and those that are to hold. */
export function countedRules({ rules, claiming }: ExactForm): ExactRules {
  const next = claiming?.rules;
  const limits = { ...next?.limits };
  for (const [nodeId, values] of Object.entries(rules?.limits ?? {})) limits[nodeId] = { ...limits[nodeId], ...values };
  return { unique: [...new Set([...(rules?.unique ?? []), ...(next?.unique ?? [])])], limits };
}

/** Stores the rules that hold from now on. The caller holds the form's row, and all completed sessions have their claims. */
export async function putRules(client: pg.ClientBase, formId: string, rules: StoredRules | null): Promise<void> {
  if (rules)
    await client.query(
      `insert into sessions.exact_forms (form_id, rules) values ($1, $2)
        on conflict (form_id) do update set rules = excluded.rules, claiming = null`,
      [formId, JSON.stringify(rules)],
    );
  else await client.query("delete from sessions.exact_forms where form_id = $1", [formId]);
  await noteExact(client, formId, rules !== null);
}

/** Begins to count by these rules, which don't hold yet. The caller holds the form's row. */
export async function beginClaiming(client: pg.ClientBase, formId: string, rules: StoredRules): Promise<void> {
  await putClaiming(client, formId, { rules, after: null, is_done: false });
  await noteExact(client, formId, true);
}

export async function putClaiming(client: pg.ClientBase, formId: string, claiming: Claiming): Promise<void> {
  await client.query(
    `insert into sessions.exact_forms (form_id, claiming) values ($1, $2)
      on conflict (form_id) do update set claiming = excluded.claiming`,
    [formId, JSON.stringify(claiming)],
  );
}

async function noteExact(client: pg.ClientBase, formId: string, isExact: boolean): Promise<void> {
  await client.query("update sessions.live_forms set is_exact = $2 where form_id = $1 and is_exact <> $2", [
    formId,
    isExact,
  ]);
}

/** Returns forms whose unique answers are hashed by one of these keys. */
export async function formsHashedBy(pool: Queryable, keys: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ form_id: string }>(
    `select form_id from sessions.exact_forms
      where claiming is null and rules ->> 'hash_key' = any($1) and json_array_length(rules -> 'unique') > 0`,
    [keys],
  );
  return rows.map(({ form_id }) => form_id);
}

/** Returns forms whose sessions don't all have their claims yet. */
export async function formsToClaim(pool: Queryable): Promise<string[]> {
  const { rows } = await pool.query<{ form_id: string }>(
    "select form_id from sessions.exact_forms where claiming is not null and (claiming ->> 'is_done')::boolean is not true",
  );
  return rows.map(({ form_id }) => form_id);
}

const batchSize = 500;

export interface ClaimingSession {
  id: string;
  version_id: string;
  started_at: string;
}

/** Returns the next completed sessions of a form, newest first. New ones store their claims themselves. */
export async function completedBefore(
  client: Queryable,
  formId: string,
  after: Claiming["after"],
): Promise<{ sessions: ClaimingSession[]; isLast: boolean }> {
  const { rows } = await client.query<ClaimingSession>({
    name: "completed-before",
    text: `select id, version_id, started_at::text as started_at from sessions.sessions
      where form_id = $1 and status = 'completed' and import_id is null and (started_at, id) < ($2::timestamptz, $3::uuid)
      order by started_at desc, id desc limit ${batchSize}`,
    values: [formId, after?.started_at ?? "infinity", after?.id ?? "00000000-0000-0000-0000-000000000000"],
  });
  return { sessions: rows, isLast: rows.length < batchSize };
}
