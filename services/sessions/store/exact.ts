import type pg from "pg";
import type { ExactRules } from "../../../shared/domain/graph/exact.ts";
import type { FullOptions } from "../../../shared/domain/graph/types.ts";
import { type Queryable, withAnswerTimeout } from "../../../shared/platform/database/connection.ts";
import { filterOnly, lookupPerRow } from "../../../shared/platform/database/plannerHints.ts";

/**
 * Unique answers and places of options (wants §22, docs/adr/0025). `sessions.claims` has what each completed session of a form with
 * rules has. Claims are written under the form's row lock, so that no two sessions decide at the same time. A new form has no
 * statistics and up to thousands of places, so each statement looks rows up by their key, a slice at a time, and joins none.
 */

/** Keys per statement. */
const sliceSize = 1_000;
const slicesOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / sliceSize) }, (_, at) => all.slice(at * sliceSize, (at + 1) * sliceSize));

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
  const asked = new Map(
    answers.flatMap(({ nodeId, key, olderKeys }) =>
      [key, ...olderKeys].map((one) => [`${nodeId} ${one}`, { nodeId, key: one }] as const),
    ),
  );
  for (const slice of slicesOf([...asked.values()])) {
    const { rows } = await client.query<{ node_id: string; key: string; holder: string }>({
      name: "held-answers",
      text: `select asked.*, c.holder from unnest($2::text[], $3::text[]) as asked (node_id, key),
        lateral ${lookupPerRow("sessions.claims", ofAsked)} c`,
      values: [formId, ...keysOf(slice)],
    });
    for (const { node_id, key, holder } of rows)
      held.set(`${node_id} ${key}`, (held.get(`${node_id} ${key}`) ?? new Set()).add(holder));
  }
  return held;
}

const ofAsked = "t.form_id = $1 and t.node_id = asked.node_id and t.key = asked.key";
const placeOfAsked = "t.form_id = $1 and t.node_id = asked.node_id and t.value = asked.key";

const keysOf = (some: readonly Pick<Claim, "nodeId" | "key">[]): [nodeIds: string[], keys: string[]] => [
  some.map(({ nodeId }) => nodeId),
  some.map(({ key }) => key),
];

/** Returns how many have each place by `<node> <value>`. */
async function readTaken(client: Queryable, formId: string, places: readonly Claim[]): Promise<Map<string, number>> {
  const asked = new Map(places.map((place) => [`${place.nodeId} ${place.key}`, place]));
  const found = new Map<string, number>();
  for (const slice of slicesOf([...asked.values()])) {
    const { rows } = await client.query<{ node_id: string; value: string; taken: number }>({
      name: "taken-places",
      text: `select p.node_id, p.value, p.taken from unnest($2::text[], $3::text[]) as asked (node_id, key),
        lateral ${lookupPerRow("sessions.option_places", placeOfAsked)} p`,
      values: [formId, ...keysOf(slice)],
    });
    for (const { node_id, value, taken } of rows) found.set(`${node_id} ${value}`, taken);
  }
  return found;
}

export type HeldClaim = Pick<Claim, "nodeId" | "key" | "limit"> & { holder: string };

/** Returns a session's claims as they are stored, with each key that another process may look for. */
export const heldBy = (holder: string, claims: readonly Claim[]): HeldClaim[] =>
  claims.flatMap(({ nodeId, key, olderKeys, limit }) =>
    [key, ...olderKeys].map((one) => ({ nodeId, key: one, limit, holder })),
  );

/** Stores claims that aren't there yet, and counts their places. The caller holds the form's row. */
export async function insertClaims(client: Queryable, formId: string, claims: readonly HeldClaim[]): Promise<void> {
  const isPlace = ({ limit }: HeldClaim) => limit !== null;
  const valuesOf = (some: readonly HeldClaim[]) => [formId, ...keysOf(some), some.map(({ holder }) => holder)];
  for (const slice of slicesOf(claims.filter((claim) => !isPlace(claim))))
    await client.query({ name: "insert-answers-held", text: insertHeld, values: valuesOf(slice) });
  for (const slice of slicesOf(claims.filter(isPlace)))
    await client.query({
      name: "insert-places-held",
      text: `with added as (${insertHeld} returning node_id, key)
        insert into sessions.option_places (form_id, node_id, value, taken)
        select $1, node_id, key, count(*) from added group by node_id, key
        on conflict (form_id, node_id, value) do update set taken = option_places.taken + excluded.taken`,
      values: valuesOf(slice),
    });
}

const insertHeld = `insert into sessions.claims (form_id, node_id, key, holder)
  select $1, * from unnest($2::text[], $3::text[], $4::uuid[]) on conflict do nothing`;

/** Frees what a session has, all or for its answers to some nodes. The caller holds the form's row. */
export async function freeClaims(
  client: Queryable,
  formId: string,
  sessionId: string,
  nodes: readonly string[] | null = null,
): Promise<void> {
  const held = await claimsHeld(client, formId, sessionId);
  const isFreed = nodes && new Set(nodes);
  await freeHeld(client, formId, sessionId, isFreed ? held.filter(({ nodeId }) => isFreed.has(nodeId)) : held);
}

/** A claim of a session. `place`: where it is stored. No claim is changed, and the form's row keeps others from deleting it. */
type Held = Pick<Claim, "nodeId" | "key"> & { place: string };

/** Frees some of what a session has. The caller holds the form's row. */
export async function freeHeld(
  client: Queryable,
  formId: string,
  sessionId: string,
  claims: readonly Held[],
): Promise<void> {
  for (const slice of slicesOf(claims)) {
    await client.query({
      name: "free-claims",
      text: `delete from sessions.claims where ctid = any($1::tid[]) and ${filterOnly("holder = $2")}`,
      values: [slice.map(({ place }) => place), sessionId],
    });
    await client.query({
      name: "free-places",
      text: `update sessions.option_places set taken = taken - 1 where ctid = any(array(select p.ctid
          from unnest($2::text[], $3::text[]) as asked (node_id, key),
            lateral ${lookupPerRow("sessions.option_places", placeOfAsked, "t.ctid")} p))`,
      values: [formId, ...keysOf(slice)],
    });
  }
}

/** SQL condition: a claim of the session $2 of the form $1, found by its holder alone. */
const ofHolder = `holder = $2 and ${filterOnly("form_id = $1")}`;

/** Returns what a session has. */
export async function claimsHeld(client: Queryable, formId: string, sessionId: string): Promise<Held[]> {
  const { rows } = await client.query<{ node_id: string; key: string; place: string }>({
    name: "claims-held",
    text: `select node_id, key, ctid::text as place from sessions.claims where ${ofHolder}`,
    values: [formId, sessionId],
  });
  return rows.map(({ node_id, key, place }) => ({ nodeId: node_id, key, place }));
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
  const { rows } = await pool.query<TriesRow>({
    name: "read-tries",
    text: `select form.rules, ${placesOfForm} as places,
        array(select node_id || ' ' || key from sessions.claims where ${ofHolder}) as own,
        array(select asked.node_id || ' ' || asked.key from unnest($3::text[], $4::text[]) as asked (node_id, key),
            lateral ${lookupPerRow("sessions.claims", ofAsked)} c where c.holder <> $2) as taken
      from sessions.exact_forms form where form.form_id = $1`,
    values: [formId, sessionId, ...keysOf(asked)],
  });
  const [row] = rows;
  if (!row?.rules) return null;
  const { rules, places, taken } = row;
  const own = new Set(row.own);
  const full = new Map<string, Set<string>>();
  for (const [nodeId, value, count] of places) {
    const limit = rules.limits[nodeId]?.[value];
    const others = own.has(`${nodeId} ${value}`) ? count - 1 : count;
    if (limit === undefined || others < limit) continue;
    full.set(nodeId, (full.get(nodeId) ?? new Set()).add(value));
  }
  return { rules, full, taken: new Set(taken) };
}

interface TriesRow {
  rules: ExactRules | null;
  places: [nodeId: string, value: string, taken: number][];
  own: string[];
  taken: string[];
}

const placesOfForm = `(select coalesce(json_agg(json_build_array(p.node_id, p.value, p.taken)), '[]')
  from sessions.option_places p where p.form_id = form.form_id)`;

/** Returns the places left of each limited option, by node. Empty without rules. */
export async function placesLeft(pool: Queryable, formId: string): Promise<Record<string, Record<string, number>>> {
  const { rows } = await pool.query<{ rules: ExactRules | null; places: [string, string, number][] }>({
    name: "places-left",
    text: `select form.rules, ${placesOfForm} as places from sessions.exact_forms form where form.form_id = $1`,
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
