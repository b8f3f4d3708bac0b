import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { Texts } from "../../../shared/domain/graph/types.ts";
import type { Originals } from "../translations/originalsAfter.ts";
import type { StoredTexts } from "../translations/storedTexts.ts";

/** Returns a draft's translations in the order of their languages. */
export async function draftTexts(em: EntityManager, formId: string): Promise<StoredTexts[]> {
  const { rows } = await sql<StoredTexts>`select language, texts::text as texts from forms.draft_translations
    where form_id = ${formId} order by position`.execute(em.getKysely());
  return rows;
}

/** Returns a version's translations in the order of their languages. */
export async function versionTexts(em: EntityManager, versionId: string): Promise<StoredTexts[]> {
  const { rows } = await sql<StoredTexts>`select language, texts::text as texts from forms.version_translations
    where version_id = ${versionId} order by position`.execute(em.getKysely());
  return rows;
}

/** Replaces all translations of a draft. Languages that stay the same aren't written. */
export async function writeDraftTexts(
  em: EntityManager,
  formId: string,
  translations: readonly StoredTexts[],
): Promise<void> {
  const languages = translations.map(({ language }) => language);
  await sql`delete from forms.draft_translations
    where form_id = ${formId} and language <> all (${languages}::text[])`.execute(em.getKysely());
  for (const [position, { language, texts }] of translations.entries())
    await sql`insert into forms.draft_translations as t (form_id, language, position, texts, hash)
      values (${formId}, ${language}, ${position}, ${texts}, md5(${texts}::jsonb::text))
      on conflict (form_id, language) do update
        set position = excluded.position, texts = excluded.texts, hash = excluded.hash
        where (t.position, t.texts::text) is distinct from (excluded.position, excluded.texts::text)`.execute(
      em.getKysely(),
    );
}

/** Writes one language of a draft, or adds it as the last one. */
export async function writeLanguage(
  em: EntityManager,
  formId: string,
  { language, texts }: StoredTexts,
): Promise<void> {
  await sql`insert into forms.draft_translations (form_id, language, position, texts, hash)
    select ${formId}, ${language}, coalesce(max(position) + 1, 0), ${texts}::json, md5(${texts}::jsonb::text)
      from forms.draft_translations where form_id = ${formId}
    on conflict (form_id, language) do update set texts = excluded.texts, hash = excluded.hash`.execute(em.getKysely());
}

/** Returns the bytes of a draft's translations within the JSON of its graph. */
export async function translationBytes(em: EntityManager, formId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(texts::text) + octet_length(language) + 4), 0)::integer as bytes
    from forms.draft_translations where form_id = ${formId}`.execute(em.getKysely());
  return rows[0]?.bytes ?? 0;
}

/** Returns the tags of a draft's languages in their order. */
export async function draftLanguages(em: EntityManager, formId: string): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`select language from forms.draft_translations
    where form_id = ${formId} order by position`.execute(em.getKysely());
  return rows.map(({ language }) => language);
}

/** Removes a language of a draft with its originals. */
export async function removeLanguage(em: EntityManager, formId: string, language: string): Promise<void> {
  for (const table of ["draft_translations", "translation_originals"])
    await sql`delete from ${sql.table(`forms.${table}`)} where form_id = ${formId} and language = ${language}`.execute(
      em.getKysely(),
    );
}

/** Copies the translations of a draft to a version. */
export async function publishTexts(em: EntityManager, formId: string, versionId: string): Promise<void> {
  await sql`insert into forms.version_translations (version_id, form_id, language, position, texts, hash)
    select ${versionId}::uuid, form_id, language, position, texts, hash from forms.draft_translations
    where form_id = ${formId}`.execute(em.getKysely());
}

/** Returns the originals of one language of a draft. */
export async function findOriginals(em: EntityManager, formId: string, language: string): Promise<Originals> {
  const { rows } = await sql<{ originals: Originals }>`
    select originals from forms.translation_originals where form_id = ${formId} and language = ${language}`.execute(
    em.getKysely(),
  );
  return rows[0]?.originals ?? {};
}

/** Returns the originals of a draft's translations as JSON, by language. */
export async function allOriginals(em: EntityManager, formId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ language: string; originals: string }>`
    select language, originals::text as originals from forms.translation_originals where form_id = ${formId}`.execute(
    em.getKysely(),
  );
  return new Map(rows.map(({ language, originals }) => [language, originals]));
}

/** Returns the stored texts of one language of a draft, unless they are the same as these. */
export async function draftTextsBefore(
  em: EntityManager,
  formId: string,
  { language, texts }: StoredTexts,
): Promise<{ before: Texts; isSame: boolean }> {
  const { rows } = await sql<{ before: Texts | null }>`
    select case when texts::text <> ${texts} then texts end as before from forms.draft_translations
    where form_id = ${formId} and language = ${language}`.execute(em.getKysely());
  const [row] = rows;
  return { before: row?.before ?? {}, isSame: row?.before === null };
}

/** Takes the originals of one language as JSON. */
export async function saveOriginals(
  em: EntityManager,
  formId: string,
  language: string,
  originals: string,
): Promise<void> {
  await sql`insert into forms.translation_originals (form_id, language, originals)
    values (${formId}, ${language}, ${originals})
    on conflict (form_id, language) do update set originals = excluded.originals`.execute(em.getKysely());
}

/** Removes the originals of all languages but these. */
export async function keepOriginals(em: EntityManager, formId: string, languages: readonly string[]): Promise<void> {
  await sql`delete from forms.translation_originals
    where form_id = ${formId} and language <> all (${[...languages]}::text[])`.execute(em.getKysely());
}

export async function copyOriginals(em: EntityManager, from: string, to: string): Promise<void> {
  await sql`insert into forms.translation_originals (form_id, language, originals)
    select ${to}::uuid, language, originals from forms.translation_originals where form_id = ${from}`.execute(
    em.getKysely(),
  );
}

/** Returns whether the draft, or the current version without one, has translations in a language. */
export async function isTranslatedTo(em: EntityManager, formId: string, language: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (
      select language, texts from forms.draft_translations where form_id = ${formId}
      union all
      select t.language, t.texts from forms.forms f
        join forms.versions v on v.form_id = f.id and v.version_number = f.current_version
        join forms.version_translations t on t.version_id = v.id
      where f.id = ${formId} and not exists (select from forms.drafts where form_id = ${formId})
    ) t
    where lower(language) = lower(${language}) and texts::text <> '{}'`.execute(em.getKysely());
  return rows.length > 0;
}
