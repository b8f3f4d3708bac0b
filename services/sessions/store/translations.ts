import type pg from "pg";
import type { VersionGraph, VersionLanguage } from "../../../shared/bus/contract.ts";
import { languagesOf } from "../../../shared/domain/graph/translations/translations.ts";
import type { Texts } from "../../../shared/domain/graph/types.ts";

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
