import type pg from "pg";
import type { ExactRules } from "../../../shared/domain/graph/exact.ts";
import type { FullOptions } from "../../../shared/domain/graph/types.ts";
import { type Queryable, withAnswerTimeout } from "../../../shared/platform/database/connection.ts";

/**
 * Unique answers and places of options (wants §22, docs/adr/0025). `sessions.claims` has what each completed session of a form with
 * rules has. Claims are written under the form's row lock, so that no two sessions decide at the same time.
 */

/** A completed session's unique answer or place. */
export interface Claim {
  nodeId: string;
  /** hash of a unique answer, or the value of an option */
  key: string;
  /** hashes by an older key, which others may have */
  olderKeys: readonly string[];
  /** places of the option; null for a unique answer */
  limit: number | null;
}

/** Why a session can't have an answer. */
export interface Refused {
  code: "not_unique" | "option_full";
  node_id: string;
}

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

/** Returns why the session can't have these claims, which are in path order: unique answers first, then places. */
export async function refusalOf(
  client: Queryable,
  formId: string,
  sessionId: string,
  { unique, limits }: ExactRules,
  claims: readonly Claim[],
): Promise<Refused | null> {
  const isUnique = new Set(unique);
  const answers = claims.filter(({ limit, nodeId }) => limit === null && isUnique.has(nodeId));
  const places = claims.filter(({ limit, nodeId, key }) => limit !== null && Object.hasOwn(limits[nodeId] ?? {}, key));
  if (answers.length > 0) {
    const asked = answers.flatMap(({ nodeId, key, olderKeys }) =>
      [key, ...olderKeys].map((one) => [nodeId, one] as const),
    );
    const { rows } = await client.query<{ node_id: string }>({
      name: "held-answers",
      text: `select c.node_id from sessions.claims c
          join unnest($3::text[], $4::text[]) as asked (node_id, key) on c.node_id = asked.node_id and c.key = asked.key
        where c.form_id = $1 and c.holder <> $2`,
      values: [formId, sessionId, asked.map(([nodeId]) => nodeId), asked.map(([, key]) => key)],
    });
    const held = new Set(rows.map(({ node_id }) => node_id));
    const first = answers.find(({ nodeId }) => held.has(nodeId));
    if (first) return { code: "not_unique", node_id: first.nodeId };
  }
  if (places.length === 0) return null;
  const { rows } = await client.query<{ node_id: string; value: string; taken: number }>({
    name: "taken-places",
    text: `select p.node_id, p.value, p.taken from sessions.option_places p
        join unnest($2::text[], $3::text[]) as asked (node_id, value) on p.node_id = asked.node_id and p.value = asked.value
      where p.form_id = $1`,
    values: [formId, places.map(({ nodeId }) => nodeId), places.map(({ key }) => key)],
  });
  const taken = new Map(rows.map(({ node_id, value, taken }) => [`${node_id} ${value}`, taken]));
  const full = places.find(
    ({ nodeId, key }) => (taken.get(`${nodeId} ${key}`) ?? 0) >= (limits[nodeId]?.[key] ?? Number.POSITIVE_INFINITY),
  );
  return full ? { code: "option_full", node_id: full.nodeId } : null;
}

export type HeldClaim = Claim & { holder: string };

/** Stores claims that aren't there yet, and counts their places. The caller holds the form's row. */
export async function insertClaims(client: Queryable, formId: string, claims: readonly HeldClaim[]): Promise<void> {
  if (claims.length === 0) return;
  await client.query({
    name: "insert-claims",
    text: `with wanted as (
        select distinct * from unnest($2::text[], $3::text[], $4::uuid[], $5::boolean[]) as w (node_id, key, holder, is_place)
      ), added as (
        insert into sessions.claims (form_id, node_id, key, holder)
        select $1, node_id, key, holder from wanted on conflict do nothing returning node_id, key, holder
      )
      insert into sessions.option_places (form_id, node_id, value, taken)
      select $1, wanted.node_id, wanted.key, count(*) from added join wanted using (node_id, key, holder)
      where wanted.is_place group by wanted.node_id, wanted.key
      on conflict (form_id, node_id, value) do update set taken = option_places.taken + excluded.taken`,
    values: [
      formId,
      claims.map(({ nodeId }) => nodeId),
      claims.map(({ key }) => key),
      claims.map(({ holder }) => holder),
      claims.map(({ limit }) => limit !== null),
    ],
  });
}

/** Frees what a session has, all or for its answers to some nodes. The caller holds the form's row. */
export async function freeClaims(
  client: Queryable,
  formId: string,
  sessionId: string,
  nodes: readonly string[] | null = null,
): Promise<void> {
  await client.query({
    name: "free-claims",
    text: `with freed as (
        delete from sessions.claims where holder = $2 and form_id = $1 and ($3::text[] is null or node_id = any($3))
        returning node_id, key
      )
      update sessions.option_places p set taken = p.taken - 1 from freed
      where p.form_id = $1 and p.node_id = freed.node_id and p.value = freed.key`,
    values: [formId, sessionId, nodes],
  });
}

/** Returns the keys of a session's claims by `<node> <key>`. */
export async function claimsHeld(client: Queryable, formId: string, sessionId: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ node_id: string; key: string }>({
    name: "claims-held",
    text: "select node_id, key from sessions.claims where holder = $2 and form_id = $1",
    values: [formId, sessionId],
  });
  return new Set(rows.map(({ node_id, key }) => `${node_id} ${key}`));
}

interface Found {
  rules: ExactRules;
  full: FullOptions;
  /** `<node> <hash>` of asked answers that another session has */
  taken: ReadonlySet<string>;
}

/** Reads the full options of a form, and which of these answers are taken. Null if the form has no rules. */
export async function readTries(
  pool: Queryable,
  formId: string,
  sessionId: string,
  asked: readonly { nodeId: string; key: string }[],
): Promise<Found | null> {
  const { rows } = await pool.query<{ rules: ExactRules | null; places: [string, string, number][]; taken: string[] }>({
    name: "read-tries",
    text: `select form.rules,
        (select coalesce(json_agg(json_build_array(p.node_id, p.value, p.taken - (
            select count(*) from sessions.claims c
            where c.form_id = p.form_id and c.node_id = p.node_id and c.key = p.value and c.holder = $2))), '[]')
          from sessions.option_places p where p.form_id = form.form_id) as places,
        array(select c.node_id || ' ' || c.key from sessions.claims c
            join unnest($3::text[], $4::text[]) as asked (node_id, key) on c.node_id = asked.node_id and c.key = asked.key
          where c.form_id = form.form_id and c.holder <> $2) as taken
      from sessions.exact_forms form where form.form_id = $1`,
    values: [formId, sessionId, asked.map(({ nodeId }) => nodeId), asked.map(({ key }) => key)],
  });
  const [row] = rows;
  if (!row?.rules) return null;
  const { rules, places, taken } = row;
  const full = new Map<string, Set<string>>();
  for (const [nodeId, value, count] of places) {
    const limit = rules.limits[nodeId]?.[value];
    if (limit === undefined || count < limit) continue;
    full.set(nodeId, (full.get(nodeId) ?? new Set()).add(value));
  }
  return { rules, full, taken: new Set(taken) };
}

/** Returns the places left of each limited option, by node. Empty without rules. */
export async function placesLeft(pool: Queryable, formId: string): Promise<Record<string, Record<string, number>>> {
  const { rows } = await pool.query<{ rules: ExactRules | null; places: [string, string, number][] }>({
    name: "places-left",
    text: `select form.rules, (select coalesce(json_agg(json_build_array(p.node_id, p.value, p.taken)), '[]')
        from sessions.option_places p where p.form_id = form.form_id) as places
      from sessions.exact_forms form where form.form_id = $1`,
    values: [formId],
  });
  const taken = new Map(rows[0]?.places.map(([nodeId, value, count]) => [`${nodeId} ${value}`, count]));
  const limits = Object.entries(rows[0]?.rules?.limits ?? {});
  return Object.fromEntries(
    limits.map(([nodeId, values]) => [
      nodeId,
      Object.fromEntries(
        Object.entries(values).map(([value, limit]) => [
          value,
          Math.max(0, limit - (taken.get(`${nodeId} ${value}`) ?? 0)),
        ]),
      ),
    ]),
  );
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
      where form_id = $1 and status = 'completed' and (started_at, id) < ($2::timestamptz, $3::uuid)
      order by started_at desc, id desc limit ${batchSize}`,
    values: [formId, after?.started_at ?? "infinity", after?.id ?? "00000000-0000-0000-0000-000000000000"],
  });
  return { sessions: rows, isLast: rows.length < batchSize };
}
