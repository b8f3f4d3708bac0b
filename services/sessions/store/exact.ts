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
  /** Hashes by the previous key, which others have and look for while not all processes know the new one. */
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

/** Decides on claims of sessions, one after another. */
export interface Deciding {
  /** Returns why the session can't have what it asks for: unique answers first, then places, both in path order. */
  refusalOf(sessionId: string): Refused | null;
  /** The session has what it asks for now. */
  take(sessionId: string): void;
}

/** Reads what others have of the claims that sessions ask for, by session. `take` follows with a write, and the caller holds the form's row. */
export async function decideClaims(
  client: Queryable,
  formId: string,
  { unique, limits }: ExactRules,
  asked: ReadonlyMap<string, readonly Claim[]>,
): Promise<Deciding> {
  const isUnique = new Set(unique);
  const answersOf = (sessionId: string) =>
    (asked.get(sessionId) ?? []).filter(({ limit, nodeId }) => limit === null && isUnique.has(nodeId));
  const placesOf = (sessionId: string) =>
    (asked.get(sessionId) ?? []).filter(
      ({ limit, nodeId, key }) => limit !== null && Object.hasOwn(limits[nodeId] ?? {}, key),
    );
  const ids = [...asked.keys()];
  const held = await readHeld(client, formId, ids.flatMap(answersOf));
  const taken = await readTaken(client, formId, ids.flatMap(placesOf));
  return {
    refusalOf(sessionId) {
      const isHeld = ({ nodeId, key, olderKeys }: Claim) =>
        [key, ...olderKeys].some((one) => isOthers(held.get(`${nodeId} ${one}`), sessionId));
      const isFull = ({ nodeId, key }: Claim) =>
        (taken.get(`${nodeId} ${key}`) ?? 0) >= (limits[nodeId]?.[key] ?? Number.POSITIVE_INFINITY);
      const answer = answersOf(sessionId).find(isHeld);
      if (answer) return { code: "not_unique", node_id: answer.nodeId };
      const place = placesOf(sessionId).find(isFull);
      return place ? { code: "option_full", node_id: place.nodeId } : null;
    },
    take(sessionId) {
      for (const { nodeId, key } of heldBy(sessionId, answersOf(sessionId)))
        held.set(`${nodeId} ${key}`, (held.get(`${nodeId} ${key}`) ?? new Set()).add(sessionId));
      for (const { nodeId, key } of placesOf(sessionId))
        taken.set(`${nodeId} ${key}`, (taken.get(`${nodeId} ${key}`) ?? 0) + 1);
    },
  };
}

const isOthers = (holders: ReadonlySet<string> | undefined, sessionId: string): boolean =>
  holders !== undefined && holders.size > (holders.has(sessionId) ? 1 : 0);

/** Returns the holders of answers by `<node> <key>`. */
async function readHeld(
  client: Queryable,
  formId: string,
  answers: readonly Claim[],
): Promise<Map<string, Set<string>>> {
  const held = new Map<string, Set<string>>();
  if (answers.length === 0) return held;
  const asked = answers.flatMap(({ nodeId, key, olderKeys }) =>
    [key, ...olderKeys].map((one) => [nodeId, one] as const),
  );
  const { rows } = await client.query<{ node_id: string; key: string; holder: string }>({
    name: "held-answers",
    text: `select c.node_id, c.key, c.holder from sessions.claims c
        join (select distinct * from unnest($2::text[], $3::text[])) as asked (node_id, key)
          on c.node_id = asked.node_id and c.key = asked.key
      where c.form_id = $1`,
    values: [formId, asked.map(([nodeId]) => nodeId), asked.map(([, key]) => key)],
  });
  for (const { node_id, key, holder } of rows)
    held.set(`${node_id} ${key}`, (held.get(`${node_id} ${key}`) ?? new Set()).add(holder));
  return held;
}

/** Returns how many have each place by `<node> <value>`. */
async function readTaken(client: Queryable, formId: string, places: readonly Claim[]): Promise<Map<string, number>> {
  if (places.length === 0) return new Map();
  const asked = [...new Map(places.map((place) => [`${place.nodeId} ${place.key}`, place])).values()];
  const { rows } = await client.query<{ node_id: string; value: string; taken: number }>({
    name: "taken-places",
    text: `select p.node_id, p.value, p.taken from sessions.option_places p
        join unnest($2::text[], $3::text[]) as asked (node_id, value) on p.node_id = asked.node_id and p.value = asked.value
      where p.form_id = $1`,
    values: [formId, asked.map(({ nodeId }) => nodeId), asked.map(({ key }) => key)],
  });
  return new Map(rows.map(({ node_id, value, taken }) => [`${node_id} ${value}`, taken]));
}

export type HeldClaim = Pick<Claim, "nodeId" | "key" | "limit"> & { holder: string };

/** Returns a session's claims as they are stored, with each key that another process may look for. */
export const heldBy = (holder: string, claims: readonly Claim[]): HeldClaim[] =>
  claims.flatMap(({ nodeId, key, olderKeys, limit }) =>
    [key, ...olderKeys].map((one) => ({ nodeId, key: one, limit, holder })),
  );

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
