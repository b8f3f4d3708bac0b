import type pg from "pg";
import type { Graph, Texts } from "../../../shared/domain/graph/types.ts";
import { env } from "../../../shared/platform/env.ts";
import { conflict, invalid } from "../../../shared/platform/errors.ts";
import type { Mapping } from "../importing/response.ts";
import type { WalkRules } from "../importing/walkResponse.ts";
import { slices } from "../slices.ts";
import type { ImportedInto } from "../store/importedSessions.ts";
import { personalOf } from "../store/personal.ts";
import type { Target } from "./reader.ts";

/** A form that responses are imported into. */
interface FormRow {
  form_id: string;
  slug: string | null;
  title: string;
  language: string | null;
  newest_id: string | null;
  retention_days: number | null;
  personal_retention_days: number | null;
  personal_round: number;
}

/** A version with what the walk of a file's rows needs. */
export interface ImportTarget extends Target {
  form: ImportedInto["form"];
  version: ImportedInto["version"];
  personalRound: number;
}

interface Asked {
  formId: string;
  /** null for the one that `mapping.version` names, or else the newest */
  versionId: string | null;
  mapping: Mapping;
  options: Pick<WalkRules, "refusesInvalid" | "refusesIncomplete">;
  created: Date;
}

/** Reads a form and its version. Throws 409 if it was never published, and 400 for an unknown `mapping.version`. */
export async function targetOf(
  pool: pg.Pool,
  { formId, versionId, mapping, options, created }: Asked,
): Promise<ImportTarget> {
  const form = await formOf(pool, formId);
  if (!form?.newest_id) throw conflict("Publish the form first.");
  const version = await versionOf(pool, form, versionId, mapping.version);
  if (!version) throw invalid(["mapping.version: no such version"]);
  const graph = await slices.run(() => JSON.parse(version.graph) as Graph);
  const translations = await textsOf(pool, version.id);
  const { RETENTION_DAYS_MAX, RETENTION_DAY_SECONDS } = env();
  const day = RETENTION_DAY_SECONDS * 1_000;
  const before = (days: number | null) => (days === null ? null : new Date(created.getTime() - days * day));
  const kept = [form.retention_days, RETENTION_DAYS_MAX ?? null].filter((days) => days !== null);
  return {
    graph,
    language: form.language,
    translations,
    mapping,
    rules: {
      ...options,
      created,
      oldest: before(kept.length > 0 ? Math.min(...kept) : null),
      oldestPersonal: before(form.personal_retention_days),
      personal: new Set(await personalOf(pool, formId)),
      language: translations.length > 0 ? form.language : null,
    },
    form: { form_id: formId, slug: form.slug, title: form.title },
    version: { id: version.id, version_number: version.version_number },
    personalRound: form.personal_round,
  };
}

async function formOf(pool: pg.Pool, formId: string): Promise<FormRow | undefined> {
  const { rows } = await pool.query<FormRow>(
    `select form_id, slug, title, language, version_id as newest_id, retention_days, personal_retention_days, personal_round
      from sessions.live_forms where form_id = $1`,
    [formId],
  );
  return rows[0];
}

async function versionOf(pool: pg.Pool, form: FormRow, versionId: string | null, number: number | null) {
  const { rows } = await pool.query<{ id: string; version_number: number; graph: string }>(
    `select id, version_number, graph::text as graph from sessions.versions
      where form_id = $1 and case when $2::uuid is not null then id = $2 when $3::integer is not null then version_number = $3
        else id = $4 end`,
    [form.form_id, versionId, number, form.newest_id],
  );
  return rows[0];
}

async function textsOf(pool: pg.Pool, versionId: string): Promise<[string, Texts][]> {
  const { rows } = await pool.query<{ language: string; texts: Texts }>(
    "select language, texts from sessions.version_translations where version_id = $1 order by language",
    [versionId],
  );
  return rows.map(({ language, texts }) => [language, texts]);
}
