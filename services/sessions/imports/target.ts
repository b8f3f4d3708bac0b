import type pg from "pg";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { env } from "../../../shared/platform/env.ts";
import { conflict, invalid } from "../../../shared/platform/errors.ts";
import type { Mapping } from "../importing/response.ts";
import type { WalkRules } from "../importing/walkResponse.ts";
import { slices } from "../slices.ts";
import type { ImportedInto } from "../store/importedSessions.ts";
import * as store from "../store/importTargets.ts";
import { personalOf } from "../store/personal.ts";
import type { Target } from "./reader.ts";

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
  const form = await store.importedForm(pool, formId);
  if (!form?.newest_id) throw conflict("Publish the form first.");
  const version = await store.importedVersion(pool, form, versionId, mapping.version);
  if (!version) throw invalid(["mapping.version: no such version"]);
  const graph = await slices.run(() => JSON.parse(version.graph) as Graph);
  const translations = await store.textsOfVersion(pool, version.id);
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
