import type { EntityManager } from "@mikro-orm/postgresql";
import type { Texts } from "../../../shared/domain/graph/types.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import type { Originals } from "../translations/originalsAfter.ts";
import type { StoredTexts } from "../translations/storedTexts.ts";

/** Returns a draft's translations in the order of their languages. */
export async function draftTexts(em: EntityManager, formId: string): Promise<StoredTexts[]> {
  return rows<StoredTexts>(
    em,
    `select language, texts::text as texts from forms.draft_translations
    where form_id = $1 order by position`,
    [formId],
  );
}

/** Returns a draft's translations and the revision that they are of, in one statement. */
export async function textsOfRevision(
  em: EntityManager,
  formId: string,
): Promise<{ revision: number | undefined; translations: StoredTexts[] }> {
  const found = await rows<{ revision: number } & (StoredTexts | { language: null })>(
    em,
    `select d.revision::float8, t.language, t.texts::text as texts
    from forms.drafts d left join forms.draft_translations t on t.form_id = d.form_id
    where d.form_id = $1 order by t.position`,
    [formId],
  );
  const translations = found.flatMap((row) =>
    row.language === null ? [] : [{ language: row.language, texts: row.texts }],
  );
  return { revision: found[0]?.revision, translations };
}

/** Returns a version's translations in the order of their languages. */
export async function versionTexts(em: EntityManager, versionId: string): Promise<StoredTexts[]> {
  return rows<StoredTexts>(
    em,
    `select language, texts::text as texts from forms.version_translations
    where version_id = $1 order by position`,
    [versionId],
  );
}

/** Replaces all translations of a draft. Languages that stay the same aren't written. */
export async function writeDraftTexts(
  em: EntityManager,
  formId: string,
  translations: readonly StoredTexts[],
): Promise<void> {
  const languages = translations.map(({ language }) => language);
  await rows(
    em,
    `delete from forms.draft_translations
    where form_id = $1 and language <> all ($2::text[])`,
    [formId, languages],
  );
  for (const [position, { language, texts }] of translations.entries())
    await rows(
      em,
      `insert into forms.draft_translations as t (form_id, language, position, texts, hash)
      values ($1, $2, $3, $4, md5($4::json::jsonb::text))
      on conflict (form_id, language) do update
        set position = excluded.position, texts = excluded.texts, hash = excluded.hash
        where (t.position, t.texts::text) is distinct from (excluded.position, excluded.texts::text)`,
      [formId, language, position, texts],
    );
}

/** Writes one language of a draft, or adds it as the last one. */
export async function writeLanguage(
  em: EntityManager,
  formId: string,
  { language, texts }: StoredTexts,
): Promise<void> {
  await rows(
    em,
    `insert into forms.draft_translations (form_id, language, position, texts, hash)
    select $1, $2, coalesce(max(position) + 1, 0), $3::json, md5($3::json::jsonb::text)
      from forms.draft_translations where form_id = $1
    on conflict (form_id, language) do update set texts = excluded.texts, hash = excluded.hash`,
    [formId, language, texts],
  );
}

/** Returns the bytes of a draft's translations within the JSON of its graph. */
export async function translationBytes(em: EntityManager, formId: string): Promise<number> {
  const [row] = await rows<{ bytes: number }>(
    em,
    `select coalesce(sum(octet_length(texts::text) + octet_length(language) + 4), 0)::integer as bytes
    from forms.draft_translations where form_id = $1`,
    [formId],
  );
  return row?.bytes ?? 0;
}

/** Returns the tags of a draft's languages in their order. */
export async function draftLanguages(em: EntityManager, formId: string): Promise<string[]> {
  const found = await rows<{ language: string }>(
    em,
    `select language from forms.draft_translations
    where form_id = $1 order by position`,
    [formId],
  );
  return found.map(({ language }) => language);
}

/** Removes a language of a draft with its originals. */
export async function removeLanguage(em: EntityManager, formId: string, language: string): Promise<void> {
  for (const table of ["draft_translations", "translation_originals"])
    await rows(em, `delete from forms.${table} where form_id = $1 and language = $2`, [formId, language]);
}

/** Adds the translations of a version. */
export async function publishTexts(
  em: EntityManager,
  formId: string,
  versionId: string,
  translations: readonly StoredTexts[],
): Promise<void> {
  for (const [position, { language, texts }] of translations.entries())
    await rows(
      em,
      `insert into forms.version_translations (version_id, form_id, language, position, texts, hash)
      values ($1, $2, $3, $4, $5, md5($5::json::jsonb::text))`,
      [versionId, formId, language, position, texts],
    );
}

/** Copies the translations of a draft to a version. */
export async function copyTexts(em: EntityManager, formId: string, versionId: string): Promise<void> {
  await rows(
    em,
    `insert into forms.version_translations (version_id, form_id, language, position, texts, hash)
    select $1::uuid, form_id, language, position, texts, hash from forms.draft_translations
    where form_id = $2`,
    [versionId, formId],
  );
}

/** Returns the originals of one language of a draft. */
export async function findOriginals(em: EntityManager, formId: string, language: string): Promise<Originals> {
  const [row] = await rows<{ originals: Originals }>(
    em,
    "select originals from forms.translation_originals where form_id = $1 and language = $2",
    [formId, language],
  );
  return row?.originals ?? {};
}

/** Returns the originals of a draft's translations as JSON, by language. */
export async function allOriginals(em: EntityManager, formId: string): Promise<Map<string, string>> {
  const found = await rows<{ language: string; originals: string }>(
    em,
    "select language, originals::text as originals from forms.translation_originals where form_id = $1",
    [formId],
  );
  return new Map(found.map(({ language, originals }) => [language, originals]));
}

/** Returns the stored texts of one language of a draft, unless they are the same as these. */
export async function draftTextsBefore(
  em: EntityManager,
  formId: string,
  { language, texts }: StoredTexts,
): Promise<{ before: Texts; isSame: boolean }> {
  const [row] = await rows<{ before: Texts | null }>(
    em,
    `select case when texts::text <> $1 then texts end as before from forms.draft_translations
    where form_id = $2 and language = $3`,
    [texts, formId, language],
  );
  return { before: row?.before ?? {}, isSame: row?.before === null };
}

/** Takes the originals of one language as JSON. */
export async function saveOriginals(
  em: EntityManager,
  formId: string,
  language: string,
  originals: string,
): Promise<void> {
  await rows(
    em,
    `insert into forms.translation_originals (form_id, language, originals)
    values ($1, $2, $3)
    on conflict (form_id, language) do update set originals = excluded.originals`,
    [formId, language, originals],
  );
}

/** Removes the originals of all languages but these. */
export async function keepOriginals(em: EntityManager, formId: string, languages: readonly string[]): Promise<void> {
  await rows(
    em,
    `delete from forms.translation_originals
    where form_id = $1 and language <> all ($2::text[])`,
    [formId, [...languages]],
  );
}

export async function copyOriginals(em: EntityManager, from: string, to: string): Promise<void> {
  await rows(
    em,
    `insert into forms.translation_originals (form_id, language, originals)
    select $1::uuid, language, originals from forms.translation_originals where form_id = $2`,
    [to, from],
  );
}

/** Returns whether the draft, or the current version without one, has translations in a language. */
export async function isTranslatedTo(em: EntityManager, formId: string, language: string): Promise<boolean> {
  const found = await rows(
    em,
    `select 1 from (
      select language, texts from forms.draft_translations where form_id = $1
      union all
      select t.language, t.texts from forms.forms f
        join forms.versions v on v.form_id = f.id and v.version_number = f.current_version
        join forms.version_translations t on t.version_id = v.id
      where f.id = $1 and not exists (select from forms.drafts where form_id = $1)
    ) t
    where lower(language) = lower($2) and texts::text <> '{}'`,
    [formId, language],
  );
  return found.length > 0;
}
