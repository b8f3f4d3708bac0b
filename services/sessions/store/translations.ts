import type pg from "pg";
import type { Result } from "../../../shared/bus/calls.ts";
import type { VersionGraph, VersionLanguage } from "../../../shared/bus/contract.ts";
import { languagesOf, localized, translationOf } from "../../../shared/domain/graph/translations/translations.ts";
import type { Graph, Texts } from "../../../shared/domain/graph/types.ts";
import type { MailTheme } from "../../../shared/domain/mail/letterLook.ts";

/** Texts of a version in one language. */
export interface VersionTexts {
  texts: Texts;
  /** the form's title and closed message that `texts` translates */
  sources: { title?: string | null; closed_message?: string | null };
  bytes: number;
}

/** Stores the texts of a published version in one language. Idempotent. */
export async function insertTexts(
  client: Pick<pg.Pool, "query">,
  { version_id, language, texts, sources }: VersionLanguage,
): Promise<void> {
  await client.query(
    `insert into sessions.version_translations (version_id, language, texts, sources) values ($1, $2, $3, $4)
      on conflict (version_id, language) do nothing`,
    [version_id, language, texts, JSON.stringify(sources)],
  );
}

/** Stores the texts that come in a version's graph, from older copies of the forms service. Idempotent. */
export async function insertTranslations(
  client: pg.PoolClient,
  { version_id, graph, translation_sources }: VersionGraph,
): Promise<void> {
  for (const [language, own] of languagesOf(graph)) {
    const [texts, sources] = [JSON.stringify(own), translation_sources?.[language] ?? {}];
    await insertTexts(client, { version_id, language, texts, sources });
  }
}

export async function versionTexts(pool: pg.Pool, versionId: string, language: string): Promise<VersionTexts> {
  const { rows } = await pool.query<VersionTexts>({
    name: "version-texts",
    text: `select texts, sources, octet_length(texts::text) as bytes from sessions.version_translations
      where version_id = $1 and language = $2`,
    values: [versionId, language],
  });
  return rows[0] ?? { texts: {}, sources: {}, bytes: 0 };
}

/** Returns a translated closed message, only while its original is the present one. */
export const closedMessageIn = (
  { texts, sources }: Omit<VersionTexts, "bytes">,
  present: string | null,
): string | undefined =>
  present !== null && sources.closed_message === present ? translationOf(texts, "closed_message") : undefined;

interface TranslatedRow {
  graph: Graph;
  /** the form's own */
  language: string | null;
  texts: Texts | null;
  sources: VersionTexts["sources"] | null;
  theme: MailTheme | null;
}

/** Returns a version's graph in a language. Texts that lack stay the form's own. */
export async function versionInLanguage(
  pool: pg.Pool,
  formId: string,
  versionNumber: number,
  language: string,
): Promise<Result<"sessions.versionGraph">> {
  const { rows } = await pool.query<TranslatedRow>({
    name: "version-in-language",
    text: `select v.graph, form.language, form.theme, t.texts, t.sources from sessions.versions v
      left join sessions.live_forms form using (form_id)
      left join sessions.version_translations t on t.version_id = v.id and lower(t.language) = lower($3)
      where v.form_id = $1 and v.version_number = $2`,
    values: [formId, versionNumber, language],
  });
  const [row] = rows;
  if (!row) return { graph: null, title: null };
  const { texts, sources, language: own, theme } = row;
  const form = { language: own, ...(theme && { theme }) };
  if (!texts) return { graph: row.graph, title: null, ...form };
  const [text, source] = [translationOf(texts, "title"), sources?.title];
  const { graph, untranslated } = localized(row.graph, texts);
  return { graph, title: text && source ? { text, source } : null, untranslated, ...form };
}
