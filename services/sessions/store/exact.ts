import type { ExactRules } from "../../../shared/domain/graph/exact.ts";
import type { FullOptions } from "../../../shared/domain/graph/types.ts";
import type { Queryable } from "../../../shared/platform/database/connection.ts";
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
