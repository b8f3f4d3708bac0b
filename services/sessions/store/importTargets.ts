import type pg from "pg";
import type { Texts } from "../../../shared/domain/graph/types.ts";

/** A form that responses are imported into. */
export interface ImportedForm {
  form_id: string;
  slug: string | null;
  title: string;
  language: string | null;
  newest_id: string | null;
  retention_days: number | null;
  personal_retention_days: number | null;
  personal_round: number;
}

/** Returns a published or unpublished form. */
export async function importedForm(pool: pg.Pool, formId: string): Promise<ImportedForm | undefined> {
  const { rows } = await pool.query<ImportedForm>(
    `select form_id, slug, title, language, version_id as newest_id, retention_days, personal_retention_days, personal_round
      from sessions.live_forms where form_id = $1`,
    [formId],
  );
  return rows[0];
}

/** Returns a version with its graph as JSON: that of the id, or of the number, or the newest. */
export async function importedVersion(
  pool: pg.Pool,
  form: ImportedForm,
  versionId: string | null,
  number: number | null,
) {
  const { rows } = await pool.query<{ id: string; version_number: number; graph: string }>(
    `select id, version_number, graph::text as graph from sessions.versions
      where form_id = $1 and case when $2::uuid is not null then id = $2 when $3::integer is not null then version_number = $3
        else id = $4 end`,
    [form.form_id, versionId, number, form.newest_id],
  );
  return rows[0];
}

/** Returns the texts of a version by language tag. */
export async function textsOfVersion(pool: pg.Pool, versionId: string): Promise<[string, Texts][]> {
  const { rows } = await pool.query<{ language: string; texts: Texts }>(
    "select language, texts from sessions.version_translations where version_id = $1 order by language",
    [versionId],
  );
  return rows.map(({ language, texts }) => [language, texts]);
}
