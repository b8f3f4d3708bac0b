import type pg from "pg";
import type { Result } from "../../../shared/bus/calls.ts";
import type { VersionGraph } from "../../../shared/bus/contract.ts";
import { personalNodes } from "../../../shared/domain/graph/personal.ts";
import { translatedLanguages } from "../../../shared/domain/graph/translations/translations.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import type { MailTheme } from "../../../shared/domain/mail/letterLook.ts";
import { lockPersonal, personalOf } from "./personal.ts";
import { insertTranslations } from "./translations.ts";

/** Stores the immutable graph of a published version, and its translations apart. Idempotent. */
export async function insertVersion(client: pg.PoolClient, formId: string, version: VersionGraph): Promise<void> {
  const { translations: _, ...graph } = version.graph;
  const languages = version.languages ?? translatedLanguages(version.graph);
  await insertTranslations(client, version);
  await lockPersonal(client, formId);
  const older = await personalOf(client, formId, version.version_number - 1);
  await client.query(
    `insert into sessions.versions (id, form_id, version_number, graph, entry_node_id, hidden_fields, languages, personal)
      values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
    [
      version.version_id,
      formId,
      version.version_number,
      JSON.stringify(graph),
      graph.entry_node_id,
      graph.hidden_fields ?? [],
      languages.length > 0 ? languages : null,
      personalNodes(graph, older),
    ],
  );
}

/** Returns a version's graph, and the form's own language and theme. */
export async function versionGraphByNumber(
  pool: pg.Pool,
  formId: string,
  versionNumber: number,
): Promise<Result<"sessions.versionGraph">> {
  const { rows } = await pool.query<{ graph: Graph; language: string | null; theme: MailTheme | null }>({
    name: "version-graph-by-number",
    text: `select v.graph, form.language, form.theme from sessions.versions v left join sessions.live_forms form using (form_id)
      where v.form_id = $1 and v.version_number = $2`,
    values: [formId, versionNumber],
  });
  const [row] = rows;
  if (!row) return { graph: null };
  const { graph, language, theme } = row;
  return { graph, language, ...(theme && { theme }) };
}

/** Returns a version's graph, or null if it isn't stored. */
export async function graphOf(client: pg.ClientBase, versionId: string): Promise<Graph | null> {
  const { rows } = await client.query<{ graph: Graph }>("select graph from sessions.versions where id = $1", [
    versionId,
  ]);
  return rows[0]?.graph ?? null;
}

/** Returns the graph as JSON text, which the caller parses when it has time, and the tags of its translations. */
export async function versionGraphText(
  pool: pg.Pool,
  versionId: string,
): Promise<{ graph: string; languages: string[] } | null> {
  const { rows } = await pool.query<{ graph: string; languages: string[] }>({
    name: "version-graph-text",
    text: "select graph::text as graph, coalesce(languages, '{}') as languages from sessions.versions where id = $1",
    values: [versionId],
  });
  return rows[0] ?? null;
}

/** Returns whether a version has calculations, shuffled pages, or options with `show_if`, which can move the start of a session. */
export async function isComputing(pool: pg.Pool, versionId: string): Promise<boolean> {
  const { rows } = await pool.query<{ is_computing: boolean | null }>({
    name: "version-is-computing",
    text: `select graph -> 'calculations' -> 0 is not null
        or jsonb_path_exists(graph::jsonb, '$.nodes[*].data.config.options[*].show_if')
        or jsonb_path_exists(graph::jsonb, '$.pages[*] ? (@.shuffle == true)') as is_computing
      from sessions.versions where id = $1`,
    values: [versionId],
  });
  return rows[0]?.is_computing ?? false;
}
