import type pg from "pg";
import { type StoredSettings, settingNames, settingsOfRow } from "../../../shared/api/shapes/formSettings.ts";
import type { LiveForm, VersionGraph, VersionLanguage } from "../../../shared/bus/contract.ts";
import type { Database } from "../../../shared/platform/database/open.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";

/**
 * A published form that sessions hasn't acknowledged at its newest revision (docs/adr/0001). `live_revision` and
 * `live_version` are the newest that it has acknowledged.
 */
export interface PendingForm {
  form: LiveForm;
  /** Sessions may lack the graph of the version. */
  needsGraph: boolean;
}

interface PendingRow extends StoredSettings, Pick<LiveForm, "account_id" | "slug" | "title" | "theme"> {
  id: string;
  revision: string;
  is_suspended: boolean;
  version_id: string;
  version_number: number;
  live_version: number | null;
}

/** Reads revision, form and theme in one statement, for a consistent snapshot. Null if nothing is pending. */
export async function readPending({ pool }: Database, formId: string): Promise<PendingForm | null> {
  const { rows } = await pool.query<PendingRow>(
    `select f.id, f.revision, f.account_id, f.slug, f.title, ${settingNames.map((name) => `f.${name}`).join(", ")},
            s.account_id is not null as is_suspended, f.live_version, v.id as version_id, v.version_number,
            json_build_object('id', t.id, 'name', t.name, 'colors', t.colors, 'font', t.font, 'logo_url', t.logo_url,
              'background_image_url', t.background_image_url, 'border_radius', t.border_radius, 'layout', t.layout,
              'scheme', t.scheme, 'background_style', t.background_style) as theme
     from forms.forms f
     join forms.themes t on t.id = f.theme_id
     join forms.versions v on v.form_id = f.id and v.version_number = f.current_version
     left join forms.suspended_accounts s on s.account_id = f.account_id
     where f.id = $1 and f.live_revision < f.revision`,
    [formId],
  );
  return rows[0] ? pendingForm(rows[0]) : null;
}

function pendingForm({ id, version_id, version_number, live_version, ...row }: PendingRow): PendingForm {
  return {
    form: {
      form_id: id,
      revision: Number(row.revision),
      account_id: row.account_id,
      slug: row.slug,
      title: row.title,
      theme: row.theme,
      ...settingsOfRow(row),
      is_active: row.is_active && !row.is_suspended,
      is_suspended: row.is_suspended,
      version: { id: version_id, version_number },
    },
    needsGraph: live_version !== version_number,
  };
}

/** Returns a version for sessions, without its texts, which go piece by piece. */
export async function readGraph({ pool }: Database, version: { id: string }): Promise<VersionGraph> {
  const { rows } = await pool.query<Omit<VersionGraph, "version_id">>(
    `select version_number, graph, translation_sources, array(select language from forms.version_translations
        where version_id = v.id and exists (select from json_each_text(texts) where value ~ '\\S')
        order by position) as languages
      from forms.versions v where id = $1`,
    [version.id],
  );
  if (!rows[0]) throw new Error(`Version ${version.id} not found.`);
  const { languages, ...row } = rows[0];
  return { version_id: version.id, ...row, ...(languages && languages.length > 0 && { languages }) };
}

/** Reads the texts of a version in one language. */
export async function readTexts({ pool }: Database, versionId: string, language: string): Promise<VersionLanguage> {
  const { rows } = await pool.query<VersionLanguage>(
    `select version_id, language, texts::text as texts,
        coalesce(translation_sources -> language, '{}'::json) as sources
      from forms.version_translations t join forms.versions v on v.id = t.version_id
      where version_id = $1 and language = $2`,
    [versionId, language],
  );
  if (!rows[0]) throw new Error(`Version ${versionId} isn't translated to ${language}.`);
  return rows[0];
}

/** Stores what sessions acknowledged. Never goes back, because pushes may overtake each other. */
export async function acknowledge({ pool }: Database, form: LiveForm): Promise<void> {
  await pool.query(
    `update forms.forms
     set live_revision = greatest(live_revision, $2), live_version = greatest(live_version, $3)
     where id = $1`,
    [form.form_id, form.revision, form.version?.version_number ?? null],
  );
}

/** Returns a page of the published forms that sessions hasn't acknowledged, by id. */
export async function pendingIds({ pool }: Database, after: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from forms.forms
     where current_version is not null and live_revision < revision and id > $1
     order by id limit $2`,
    [after, limit],
  );
  return rows.map(({ id }) => id);
}

/** Returns a page of all published forms for `sessions.staleForms`. */
export async function publishedForms({ pool }: Database, after: string, limit: number) {
  const { rows } = await pool.query<{ form_id: string; revision: string }>(
    `select id as form_id, revision from forms.forms
     where current_version is not null and id > $1
     order by id limit $2`,
    [after, limit],
  );
  return rows.map(({ form_id, revision }) => ({ form_id, revision: Number(revision) }));
}

/** Marks forms that sessions doesn't have as expected. The next push includes the graph. */
export async function markPending({ pool }: Database, formIds: string[]): Promise<void> {
  await pool.query("update forms.forms set live_revision = 0, live_version = null where id = any($1)", [formIds]);
}

/**
 * Suspends the forms of a workspace, or ends that, and returns its published forms that have to be pushed, also those that an earlier
 * call didn't push. Changes nothing if a call with a later revision came first. Without a revision, as from the previous release, it
 * always does.
 */
export async function suspendForms(
  { pool }: Database,
  accountId: string,
  isSuspended: boolean,
  revision: number | null = null,
): Promise<string[]> {
  await inTransaction(pool, async (client) => {
    if (await isNewest(client, accountId, revision)) await setSuspended(client, accountId, isSuspended);
  });
  const { rows } = await pool.query<{ id: string }>(
    "select id from forms.forms where account_id = $1 and current_version is not null and live_revision < revision",
    [accountId],
  );
  return rows.map(({ id }) => id);
}

/** Notes the revision, unless a later one is known. The same one again means the same. Until the transaction ends, others wait. */
async function isNewest(client: pg.PoolClient, accountId: string, revision: number | null): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into forms.suspension_revisions as known (account_id, revision) values ($1, coalesce($2::integer, 0))
      on conflict (account_id) do update set revision = greatest(known.revision, excluded.revision)
      where $2 is null or known.revision <= excluded.revision`,
    [accountId, revision],
  );
  return rowCount === 1;
}

async function setSuspended(client: pg.PoolClient, accountId: string, isSuspended: boolean): Promise<void> {
  await client.query(
    `with changed as (${
      isSuspended
        ? "insert into forms.suspended_accounts (account_id) values ($1) on conflict do nothing returning account_id"
        : "delete from forms.suspended_accounts where account_id = $1 returning account_id"
    })
    update forms.forms f set revision = revision + 1 from changed
    where f.account_id = changed.account_id and current_version is not null`,
    [accountId],
  );
}
