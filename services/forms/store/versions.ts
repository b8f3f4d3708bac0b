import type { EntityManager } from "@mikro-orm/postgresql";
import type { Paging } from "../../../shared/api/paging.ts";
import type { VersionGraph } from "../../../shared/bus/contract/sessions.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { type DraftRow, type FormRow, Version, type VersionRow, versionFields } from "../entities.ts";
import { pageOf } from "./page.ts";
import { copyTexts, publishTexts, versionTexts } from "./translations.ts";

/** Lists versions without their graphs. */
export function listVersions(em: EntityManager, form: FormRow, paging: Paging) {
  return em.findAndCount(Version, { form_id: form.id }, pageOf(paging, ["version_number", "published_at"]));
}

/** Finds a version with its graph. 404 if unknown. */
export async function findVersion(em: EntityManager, form: FormRow, versionNumber: number): Promise<VersionRow> {
  // a larger number wouldn't fit the column
  const isPossible = Number.isInteger(versionNumber) && versionNumber >= 1 && versionNumber < 2 ** 31;
  const where = { form_id: form.id, version_number: versionNumber };
  const version = isPossible ? await em.findOne(Version, where, { fields: versionFields }) : null;
  if (!version) throw notFound("version");
  return withTexts(em, version as VersionRow);
}

const withTexts = async (em: EntityManager, version: VersionRow): Promise<VersionRow> =>
  Object.assign(version, { translations: await versionTexts(em, version.id) });

/** Returns the graph of the current version as JSON, without translations. */
export async function currentGraph(em: EntityManager, form: FormRow): Promise<string | undefined> {
  if (form.current_version === null) return undefined;
  return (await findVersion(em, form, form.current_version)).graph;
}

/** By language: the title and closed message that translations are of. */
export type TranslationSources = NonNullable<VersionGraph["translation_sources"]>;

export async function versionSources(em: EntityManager, { id }: Pick<VersionRow, "id">): Promise<TranslationSources> {
  const [row] = await rows<{ sources: TranslationSources | null }>(
    em,
    "select translation_sources as sources from forms.versions where id = $1",
    [id],
  );
  return row?.sources ?? {};
}

interface NewVersion extends Pick<VersionRow, "published_by" | "published_by_name"> {
  draft: DraftRow;
  /** No other one was saved since this was read. */
  isStored: boolean;
  /** Null without an Idempotency-Key. */
  idempotencyHash: Buffer | null;
}

/** As long as an idempotent response is kept (decisions §9.3). */
const keyRetentionMs = 24 * 60 * 60 * 1000;

/** Finds the version that a publish with this key created, with its graph. */
export async function findVersionOfKey(em: EntityManager, form: FormRow, hash: Buffer): Promise<VersionRow | null> {
  const publishedAt = { $gt: new Date(Date.now() - keyRetentionMs) };
  const where = { form_id: form.id, idempotency_hash: hash, published_at: publishedAt };
  const version = await em.findOne(Version, where, { fields: versionFields });
  return version && withTexts(em, version as VersionRow);
}

/** Frees an expired key. Call it with the form locked. */
export async function freeOldKey(em: EntityManager, form: FormRow, hash: Buffer): Promise<void> {
  const publishedAt = { $lte: new Date(Date.now() - keyRetentionMs) };
  const where = { form_id: form.id, idempotency_hash: hash, published_at: publishedAt };
  await em.nativeUpdate(Version, where, { idempotency_hash: null });
}

/**
 * Adds the next version of a locked form, without gaps or duplicates (decisions §3). The database copies graph and translations from
 * the draft, if it is still stored.
 */
export async function addVersion(
  em: EntityManager,
  form: FormRow,
  { draft, isStored, idempotencyHash, ...by }: NewVersion,
): Promise<VersionRow> {
  const { title, graph, translations = [] } = draft;
  const version = {
    id: newUuid(),
    form_id: form.id,
    version_number: (form.current_version ?? 0) + 1,
    title,
    published_at: new Date(),
    idempotency_hash: idempotencyHash,
    ...by,
  };
  const [row] = await rows<Pick<VersionRow, "node_count" | "edge_count">>(
    em,
    `insert into forms.versions
      (id, form_id, version_number, title, graph, node_count, edge_count, published_at, published_by,
        published_by_name, idempotency_hash, translation_sources)
    select $1::uuid, d.form_id, $2::integer, $3::text, g.graph,
      json_array_length(g.graph -> 'nodes'), json_array_length(g.graph -> 'edges'), $4::timestamptz,
      $5::uuid, $6::text, $7::bytea,
      (select json_object_agg(language, json_build_object('title', originals #>> '{title,source}',
          'closed_message', originals #>> '{closed_message,source}'))
        from forms.translation_originals o where o.form_id = d.form_id)
    from forms.drafts d, lateral (select coalesce($9::json, d.graph) as graph) g
    where d.form_id = $8 returning node_count, edge_count`,
    [
      version.id,
      version.version_number,
      title,
      version.published_at,
      by.published_by,
      by.published_by_name,
      idempotencyHash,
      form.id,
      isStored ? null : graph,
    ],
  );
  if (isStored) await copyTexts(em, form.id, version.id);
  else await publishTexts(em, form.id, version.id, translations);
  return { ...version, ...row } as VersionRow;
}
