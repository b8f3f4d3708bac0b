import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { Texts } from "../../../shared/domain/graph/types.ts";
import type { Originals } from "../translations/originalsAfter.ts";

/** Returns the originals of a draft's translations, by language. */
export async function findOriginals(em: EntityManager, formId: string): Promise<Map<string, Originals>> {
  const { rows } = await sql<{ language: string; originals: Originals }>`
    select language, originals from forms.translation_originals where form_id = ${formId}`.execute(em.getKysely());
  return new Map(rows.map(({ language, originals }) => [language, originals]));
}

/** Returns the translations of the stored draft, by language. */
export async function draftTranslations(em: EntityManager, formId: string): Promise<Map<string, Texts>> {
  const { rows } = await sql<{ language: string; texts: Texts }>`
    select t.key as language, t.value as texts from forms.drafts d, json_each(d.graph -> 'translations') t
    where d.form_id = ${formId}`.execute(em.getKysely());
  return new Map(rows.map(({ language, texts }) => [language, texts]));
}

export async function saveOriginals(
  em: EntityManager,
  formId: string,
  language: string,
  originals: Originals,
): Promise<void> {
  await sql`insert into forms.translation_originals (form_id, language, originals)
    values (${formId}, ${language}, ${JSON.stringify(originals)})
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
      select graph from forms.drafts where form_id = ${formId}
      union all
      select v.graph from forms.forms f join forms.versions v on v.form_id = f.id and v.version_number = f.current_version
      where f.id = ${formId} and not exists (select from forms.drafts where form_id = ${formId})
    ) g, json_each(g.graph -> 'translations') t
    where lower(t.key) = lower(${language}) and t.value::text <> '{}'`.execute(em.getKysely());
  return rows.length > 0;
}
