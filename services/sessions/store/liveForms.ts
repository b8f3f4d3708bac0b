import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import { defaultSettings, type StoredSettings, settingNames } from "../../../shared/api/shapes/formSettings.ts";
import { isSlug } from "../../../shared/api/shapes/forms.ts";
import type { LiveForm, VersionGraph } from "../../../shared/bus/contract.ts";
import { exactRules } from "../../../shared/domain/graph/exact.ts";
import type { ThemeReference } from "../../../shared/domain/theme/themes.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import type { Timed } from "../../../shared/platform/deadlines/deadline.ts";
import { unavailable } from "../../../shared/platform/errors.ts";
import { noteForm } from "../../../shared/platform/ops/currentAction.ts";
import { hashKeyNames } from "../hashes.ts";
import { countOf } from "./counts.ts";
import { beginClaiming, exactForm, putRules, type StoredRules } from "./exactRules.ts";
import { graphOf, insertVersion } from "./versions.ts";

type LaterThemeFields = "layout" | "scheme" | "background_style";

/** A theme as stored. Forms that were published before themes had these fields lack them. */
type StoredTheme = Omit<ThemeReference, LaterThemeFields> & Partial<Pick<ThemeReference, LaterThemeFields>>;

/** A live form as read by respondents' requests: one row, one statement. */
export interface LiveFormRow extends StoredSettings {
  form_id: string;
  revision: string;
  account_id: string;
  /** Null if another form took the slug. */
  slug: string | null;
  title: string;
  theme: StoredTheme;
  version_id: string | null;
  version_number: number | null;
  is_open: boolean;
  is_full: boolean;
}

/**
 * SQL condition: accepting, within its window, and not full (decisions §5). `form` is the live form, `now` a placeholder.
 */
export const isOpen = (now: string) => `(form.is_accepting_responses
  and (form.opens_at is null or form.opens_at <= ${now}) and (form.closes_at is null or form.closes_at > ${now}) and not ${isFull})`;

/** SQL condition: the form asks for no challenge, or `proof` names it (challenge.ts). */
export const isProven = (proof: string) => `(form.bot_protection = 'off' or form.form_id::text = ${proof})`;

const isFull = "(form.response_limit is not null and form.completed_count >= form.response_limit)";

const stored = [
  "form_id",
  "revision",
  "account_id",
  "slug",
  "title",
  "theme",
  "version_id",
  "version_number",
  ...settingNames,
];
const columns = `${stored.map((name) => `form.${name}`).join(", ")}, ${isOpen("$2")} as is_open, ${isFull} as is_full`;

export async function liveFormBySlug(pool: pg.Pool, slug: string, now: Date): Promise<LiveFormRow | null> {
  if (!isSlug(slug)) return null;
  const { rows } = await pool.query<LiveFormRow>({
    name: "live-form-by-slug",
    text: `select ${columns} from sessions.live_forms form where form.slug = $1`,
    values: [slug, now],
  });
  if (rows[0]) noteForm(rows[0].form_id);
  return rows[0] ?? null;
}

export async function liveFormById(pool: pg.Pool, formId: string, now: Date): Promise<LiveFormRow | null> {
  const { rows } = await pool.query<LiveFormRow>({
    name: "live-form-by-id",
    text: `select ${columns} from sessions.live_forms form where form.form_id = $1`,
    values: [formId, now],
  });
  return rows[0] ?? null;
}

export async function isFormFull(pool: pg.Pool, formId: string): Promise<boolean> {
  const { rows } = await pool.query({
    name: "is-form-full",
    text: `select ${isFull} as is_full from sessions.live_forms form where form.form_id = $1`,
    values: [formId],
  });
  return rows[0]?.is_full ?? false;
}

export async function liveFormOfSession(pool: pg.Pool, formId: string): Promise<{ slug: string | null } | null> {
  const { rows } = await pool.query({
    name: "live-form-slug",
    text: "select slug from sessions.live_forms where form_id = $1",
    values: [formId],
  });
  return rows[0] ?? null;
}

/**
 * Stores a form's newest state for respondents. Idempotent: an older revision than the stored one changes nothing. Returns
 * `claiming`, without changing the version, if completed sessions need claims first for rules that the new version adds (exact.ts).
 *
 * A row that doesn't exist can't be locked. If two transactions insert it, or take one slug, one of them fails on the
 * unique index, starts over and waits for the lock.
 */
export async function putLiveForm(
  pool: pg.Pool,
  form: LiveForm,
  graph: VersionGraph | null,
  call: Timed,
): Promise<"live" | "claiming"> {
  for (let attempt = 1; attempt <= putAttemptLimit; attempt += 1) {
    try {
      return await inTransaction(pool, (client) => put(client, form, graph), call);
    } catch (error) {
      if (attempt === putAttemptLimit || (error as { code?: string }).code !== uniqueViolation) throw error;
    }
  }
  throw unavailable("Another request is changing this form. Retry.", 1);
}

const putAttemptLimit = 10;
const uniqueViolation = "23505";

async function put(client: pg.PoolClient, form: LiveForm, graph: VersionGraph | null): Promise<"live" | "claiming"> {
  if (graph) await insertVersion(client, form.form_id, graph);
  const { stored, holder } = await lockRows(client, form);
  if (stored && isOutdated(form, stored, holder)) return "live";
  const rules = await newRules(client, form, graph, stored);
  if (stored && rules) {
    const exact = await exactForm(client, form.form_id);
    if (!isClaimed(exact, rules)) {
      if (!isDeepStrictEqual(exact?.claiming?.rules, rules)) await beginClaiming(client, form.form_id, rules);
      return "claiming";
    }
  }
  if (holder) await releaseSlug(client, form);
  await upsertLiveForm(client, form);
  if (rules !== undefined) await putRules(client, form.form_id, rules);
  await setSuspended(client, form);
  if (typeof form.response_limit === "number") await countCompleted(client, form.form_id);
  return "live";
}

/** Returns the rules of a version that becomes the newest one. Undefined if it already is. */
async function newRules(
  client: pg.PoolClient,
  { version }: LiveForm,
  pushed: VersionGraph | null,
  stored: StoredRow | undefined,
): Promise<StoredRules | null | undefined> {
  if (stored && (stored.version_id ?? undefined) === version?.id) return undefined;
  if (!version) return null;
  const graph = pushed?.graph ?? (await graphOf(client, version.id));
  const rules = graph && exactRules(graph);
  return rules && { ...rules, hash_key: hashKeyNames()[0] };
}

/** Returns whether all completed sessions have their claims by these rules. */
function isClaimed(exact: Awaited<ReturnType<typeof exactForm>>, { unique, limits, hash_key }: StoredRules): boolean {
  const known = [exact?.rules, exact?.claiming?.is_done ? exact.claiming.rules : null].filter((rules) => rules != null);
  return (
    unique.every((id) => known.some((rules) => rules.hash_key === hash_key && rules.unique.includes(id))) &&
    Object.entries(limits).every(([id, values]) =>
      Object.keys(values).every((value) => known.some((rules) => Object.hasOwn(rules.limits[id] ?? {}, value))),
    )
  );
}

interface StoredRow {
  form_id: string;
  revision: string;
  slug: string | null;
  version_id: string | null;
}

/** Locks the form's row and the row that has its slug, in one order, so that two forms can swap slugs. */
async function lockRows(client: pg.PoolClient, { form_id, slug }: LiveForm) {
  const { rows } = await client.query<StoredRow>(
    `select form_id, revision, slug, version_id from sessions.live_forms
      where form_id = $1 or slug = $2 order by form_id for update`,
    [form_id, slug],
  );
  return {
    stored: rows.find((row) => row.form_id === form_id),
    holder: rows.find((row) => row.form_id !== form_id),
  };
}

/** Returns whether nothing has to be stored. The stored revision may still restore a lost slug that is free. */
function isOutdated({ revision }: LiveForm, stored: StoredRow, holder: StoredRow | undefined): boolean {
  const known = Number(stored.revision);
  return known === revision ? stored.slug !== null || holder !== undefined : known > revision;
}

/** Takes the slug from another form's outdated row. The forms service decides who has a slug. */
async function releaseSlug(client: pg.PoolClient, { slug, form_id }: LiveForm): Promise<void> {
  await client.query("update sessions.live_forms set slug = null where slug = $1 and form_id <> $2", [slug, form_id]);
}

const written = stored.map((name) => `${name} = excluded.${name}`).join(", ");
const upsert = `insert into sessions.live_forms (${stored.join(", ")})
  select ${stored.join(", ")} from json_populate_record(null::sessions.live_forms, $1::json)
  on conflict (form_id) do update set ${written}, counting_id = null
  where live_forms.revision <= excluded.revision`;

async function upsertLiveForm(client: pg.PoolClient, { version, ...form }: LiveForm): Promise<void> {
  const { id = null, version_number = null } = version ?? {};
  await client.query(upsert, [JSON.stringify({ ...defaultSettings, ...form, version_id: id, version_number })]);
}

/** An older copy of forms doesn't say, and suspends none. */
async function setSuspended(client: pg.PoolClient, { form_id, is_suspended = false }: LiveForm): Promise<void> {
  await client.query(
    is_suspended
      ? "insert into sessions.suspended_forms (form_id) values ($1) on conflict do nothing"
      : "delete from sessions.suspended_forms where form_id = $1",
    [form_id],
  );
}

/**
 * Counts the completed sessions of a form with a limit, without imported ones. Completions hold a lock on the form, so none is in progress while
 * this transaction has it.
 */
async function countCompleted(client: pg.PoolClient, formId: string): Promise<void> {
  await client.query(
    `update sessions.live_forms f set completed_count = ${countOf("f.form_id", "completed")} - (
        select count(*) from sessions.imported i where i.form_id = f.form_id and i.is_completed), counting_id = null
      where form_id = $1`,
    [formId],
  );
}

/** Locks the form's row. The caller then writes claims of its sessions alone. */
export async function lockLiveForm(client: pg.ClientBase, formId: string): Promise<void> {
  await client.query("select 1 from sessions.live_forms where form_id = $1 for no key update", [formId]);
}

/** Returns the given forms that are missing or live in an older revision. */
export async function staleForms(pool: pg.Pool, forms: { form_id: string; revision: number }[]): Promise<string[]> {
  const { rows } = await pool.query<{ form_id: string }>(
    `select g.form_id from unnest($1::uuid[], $2::bigint[]) as g (form_id, revision)
      left join sessions.live_forms f on f.form_id = g.form_id
      where f.form_id is null or f.revision < g.revision or f.slug is null
        or (f.version_id is not null and not exists (select 1 from sessions.versions v where v.id = f.version_id))`,
    [forms.map((form) => form.form_id), forms.map((form) => form.revision)],
  );
  return rows.map((row) => row.form_id);
}
