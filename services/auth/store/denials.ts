import type pg from "pg";
import type { AuditTarget, SentAuditEntry } from "../../../shared/api/audit/entry.ts";
import { uuidPattern } from "../../../shared/domain/schema.ts";
import { keyedUuid } from "../../../shared/platform/audit/keyed.ts";
import { type AuditRow, insertAudit } from "./audit.ts";

/** Refusals by missing permissions: one entry per actor, need and target in ten minutes, with a count (teams §20.21). */
const windowMs = 10 * 60_000;

/** Stores refusals, and returns the new entries. An entry that is there counts further ones. A batch counts once, as usage does. */
export async function storeDenials(client: pg.ClientBase, sent: readonly SentAuditEntry[]): Promise<AuditRow[]> {
  if (sent.length === 0) return [];
  const fresh = await claim(client, sent);
  const known = await existing(client, fresh);
  const entries = new Map<string, SentAuditEntry>();
  for (const entry of fresh) {
    const shown = { ...entry, targets: entry.targets.filter((target) => known.has(nameOf(entry, target))) };
    const id = idOf(shown);
    const first = entries.get(id) ?? { ...shown, id };
    entries.set(id, withCount(first, countOf(shown) + (entries.has(id) ? countOf(first) : 0)));
  }
  const rows = await insertAudit(client, [...entries.values()]);
  const added = new Set(rows.map(({ id }) => id));
  for (const [id, entry] of [...entries].filter(([id]) => !added.has(id)).toSorted())
    await client.query("select auth.count_denials($1, $2)", [id, countOf(entry)]);
  return rows;
}

/** Returns those that no earlier attempt of a gateway has stored. */
async function claim(client: pg.ClientBase, sent: readonly SentAuditEntry[]): Promise<SentAuditEntry[]> {
  const ids = sent.map(({ id }) => id);
  const { rows } = await client.query<{ id: string }>(
    "insert into auth.usage_flushes (id) select unnest($1::uuid[]) as id order by id on conflict do nothing returning id",
    [ids],
  );
  const claimed = new Set(rows.map(({ id }) => id));
  return sent.filter(({ id }) => claimed.has(id));
}

const nameOf = ({ account_id }: SentAuditEntry, { type, id, name }: AuditTarget): string =>
  JSON.stringify([account_id, type, id, name]);

/** Returns the targets that exist, because anyone can ask for an ID. Other services found theirs before they refused. */
async function existing(client: pg.ClientBase, entries: readonly SentAuditEntry[]): Promise<ReadonlySet<string>> {
  const asked = entries.flatMap((entry) =>
    entry.targets
      .filter(({ id }) => id === null || uuidPattern.test(id))
      .map((target) => ({ ...target, account_id: entry.account_id, name: nameOf(entry, target) })),
  );
  const { rows } = await client.query<{ name: string }>(
    `select t.name from jsonb_to_recordset($1::jsonb) as t (account_id uuid, type text, id uuid, name text)
      where case t.type
        when 'member' then exists (select from auth.memberships m where m.account_id = t.account_id and m.user_id = t.id)
        when 'invitation' then exists (select from auth.invitations i where i.account_id = t.account_id and i.id = t.id)
        when 'api_key' then exists (select from auth.api_keys k where k.account_id = t.account_id and k.id = t.id)
        else true end`,
    [JSON.stringify(asked)],
  );
  return new Set(rows.map(({ name }) => name));
}

function idOf({ account_id, actor, targets, changes, occurred_at }: SentAuditEntry): string {
  const need = changes.find(({ field }) => field === "needs")?.after;
  const by = [account_id, actor.type, actor.id, need, ...targets.map(({ type, id, name }) => [type, id ?? name])];
  const at = Math.floor((occurred_at === null ? Date.now() : Date.parse(occurred_at)) / windowMs);
  return keyedUuid(`denied ${JSON.stringify(by)} ${at}`);
}

/** A gateway of the previous release sends no count. */
const countOf = ({ changes }: SentAuditEntry): number =>
  Number(changes.find(({ field }) => field === "count")?.after ?? 1);

const withCount = (entry: SentAuditEntry, count: number): SentAuditEntry => ({
  ...entry,
  changes: [...entry.changes.filter(({ field }) => field !== "count"), { field: "count", before: null, after: count }],
});
