import type pg from "pg";
import type { LiveForm, VersionGraph } from "../../../shared/contract.ts";
import { inTransaction } from "../../../shared/database/transaction.ts";
import type { Graph } from "../../../shared/graph/types.ts";
import { slugPattern } from "../../../shared/shapes/forms.ts";
import type { ThemeReference } from "../../../shared/shapes/themes.ts";

/** A live form as the respondents' path reads it: one row, one statement. */
export interface LiveFormRow {
  form_id: string;
  revision: string;
  slug: string;
  title: string;
  theme: ThemeReference;
  is_active: boolean;
  closed_message: string | null;
  version_id: string | null;
  version_number: number | null;
  is_open: boolean;
  is_full: boolean;
}

/** Accepting, within its window, and not full (decisions §5). `f` is the live form, the placeholder the time. */
export const isOpen = (now: string) => `(f.is_accepting_responses
  and (f.opens_at is null or f.opens_at <= ${now}) and (f.closes_at is null or f.closes_at > ${now}) and not ${isFull})`;

const isFull = "(f.response_limit is not null and f.completed_count >= f.response_limit)";

const pattern = new RegExp(slugPattern, "u");

/** No form has another one, and PostgreSQL does not take every text. */
export const isSlug = (slug: string): boolean => pattern.test(slug);

export async function liveFormBySlug(pool: pg.Pool, slug: string, now: Date): Promise<LiveFormRow | null> {
  if (!isSlug(slug)) return null;
  const { rows } = await pool.query<LiveFormRow>({
    name: "live-form-by-slug",
    text: `select f.form_id, f.revision, f.slug, f.title, f.theme, f.is_active, f.closed_message, f.version_id,
        f.version_number, ${isOpen("$2")} as is_open, ${isFull} as is_full
      from sessions.live_forms f where f.slug = $1`,
    values: [slug, now],
  });
  return rows[0] ?? null;
}

export async function isFormFull(pool: pg.Pool, form_id: string): Promise<boolean> {
  const { rows } = await pool.query({
    name: "is-form-full",
    text: `select ${isFull} as is_full from sessions.live_forms f where f.form_id = $1`,
    values: [form_id],
  });
  return rows[0]?.is_full ?? false;
}

export async function liveFormOfSession(pool: pg.Pool, form_id: string): Promise<{ slug: string | null } | null> {
  const { rows } = await pool.query({
    name: "live-form-slug",
    text: "select slug from sessions.live_forms where form_id = $1",
    values: [form_id],
  });
  return rows[0] ?? null;
}

/**
 * Makes a form's newest state the one that respondents meet. Idempotent; a revision older than the stored one changes
 * nothing. The row is locked before completed sessions are counted, so that none that completes meanwhile is missed.
 *
 * A row that is not there yet cannot be locked: of two who insert it, or take one slug, at once, one meets the other's
 * slug; it begins again, and then waits at the lock.
 */
export async function putLiveForm(pool: pg.Pool, form: LiveForm, graph: VersionGraph | null): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await put(pool, form, graph);
    } catch (error) {
      if (attempt === putAttempts || (error as { code?: string }).code !== uniqueViolation) throw error;
    }
  }
}

const putAttempts = 5;
const uniqueViolation = "23505";

async function put(pool: pg.Pool, form: LiveForm, graph: VersionGraph | null): Promise<void> {
  await inTransaction(pool, async (client) => {
    if (graph) await insertVersion(client, form.form_id, graph);
    const { stored, holder } = await lockRows(client, form);
    if (stored && isOutdated(form, stored, holder)) return;
    if (holder) await releaseSlug(client, form);
    const isNewer = await upsertLiveForm(client, form);
    if (isNewer && form.response_limit !== null && !stored?.response_limit) await countCompleted(client, form.form_id);
  });
}

interface StoredRow {
  form_id: string;
  revision: string;
  slug: string | null;
  response_limit: number | null;
}

/** The form's row, and the other one that shows its slug; in one order, so that two forms can exchange theirs. */
async function lockRows(client: pg.PoolClient, { form_id, slug }: LiveForm) {
  const { rows } = await client.query<StoredRow>(
    `select form_id, revision, slug, response_limit from sessions.live_forms
      where form_id = $1 or slug = $2 order by form_id for update`,
    [form_id, slug],
  );
  return {
    stored: rows.find((row) => row.form_id === form_id),
    holder: rows.find((row) => row.form_id !== form_id),
  };
}

/** The stored revision again only gives the form a slug back that it has lost and nobody has. */
function isOutdated({ revision }: LiveForm, stored: StoredRow, holder: StoredRow | undefined): boolean {
  const known = Number(stored.revision);
  return known === revision ? stored.slug !== null || holder !== undefined : known > revision;
}

/** Whoever pushes a slug holds it in the forms service; another form's row that still shows it is out of date. */
async function releaseSlug(client: pg.PoolClient, { slug, form_id }: LiveForm): Promise<void> {
  await client.query("update sessions.live_forms set slug = null where slug = $1 and form_id <> $2", [slug, form_id]);
}

async function insertVersion(client: pg.PoolClient, form_id: string, version: VersionGraph): Promise<void> {
  const { graph } = version;
  await client.query(
    `insert into sessions.versions (id, form_id, version_number, graph, entry_node_id, hidden_fields)
      values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing`,
    [
      version.version_id,
      form_id,
      version.version_number,
      JSON.stringify(graph),
      graph.entry_node_id,
      graph.hidden_fields ?? [],
    ],
  );
}

/** False when a newer revision has come in between. */
async function upsertLiveForm(client: pg.PoolClient, form: LiveForm): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into sessions.live_forms (form_id, revision, account_id, slug, title, theme, is_active,
        is_accepting_responses, response_limit, opens_at, closes_at, closed_message, version_id, version_number)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
      on conflict (form_id) do update set revision = excluded.revision, slug = excluded.slug, title = excluded.title,
        theme = excluded.theme, is_active = excluded.is_active,
        is_accepting_responses = excluded.is_accepting_responses, response_limit = excluded.response_limit,
        opens_at = excluded.opens_at, closes_at = excluded.closes_at, closed_message = excluded.closed_message,
        version_id = excluded.version_id, version_number = excluded.version_number
      where live_forms.revision <= excluded.revision`,
    [
      form.form_id,
      form.revision,
      form.account_id,
      form.slug,
      form.title,
      JSON.stringify(form.theme),
      form.is_active,
      form.is_accepting_responses,
      form.response_limit,
      form.opens_at,
      form.closes_at,
      form.closed_message,
      form.version?.id ?? null,
      form.version?.version_number ?? null,
    ],
  );
  return rowCount === 1;
}

async function countCompleted(client: pg.PoolClient, form_id: string): Promise<void> {
  await client.query(
    `update sessions.live_forms set completed_count =
        (select count(*) from sessions.sessions where form_id = $1 and status = 'completed')
      where form_id = $1`,
    [form_id],
  );
}

/** Those of the given forms that are live in an older revision, or not at all. */
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

export async function countByForm(pool: pg.Pool, form_id: string): Promise<{ total: number; completed: number }> {
  const { rows } = await pool.query({
    name: "count-by-form",
    text: `select count(*)::integer as total, (count(*) filter (where status = 'completed'))::integer as completed
      from sessions.sessions where form_id = $1`,
    values: [form_id],
  });
  return rows[0];
}

export async function formOfSession(pool: pg.Pool, session_id: string): Promise<string | null> {
  const { rows } = await pool.query<{ form_id: string }>({
    name: "form-of-session",
    text: "select form_id from sessions.sessions where id = $1",
    values: [session_id],
  });
  return rows[0]?.form_id ?? null;
}

export async function versionGraphByNumber(
  pool: pg.Pool,
  form_id: string,
  version_number: number,
): Promise<Graph | null> {
  const { rows } = await pool.query<{ graph: Graph }>({
    name: "version-graph-by-number",
    text: "select graph from sessions.versions where form_id = $1 and version_number = $2",
    values: [form_id, version_number],
  });
  return rows[0]?.graph ?? null;
}

export async function versionGraph(pool: pg.Pool, version_id: string): Promise<Graph | null> {
  const { rows } = await pool.query({
    name: "version-graph",
    text: "select graph from sessions.versions where id = $1",
    values: [version_id],
  });
  return rows[0]?.graph ?? null;
}
