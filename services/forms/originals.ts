import type { EntityManager } from "@mikro-orm/postgresql";
import { languagesOf, originalsOf } from "../../shared/domain/graph/translations/translations.ts";
import type { Graph, Texts } from "../../shared/domain/graph/types.ts";
import type { FormRow } from "./entities.ts";
import { draftTranslations, findOriginals, keepOriginals, saveOriginals } from "./store/translations.ts";
import { originalsAfter } from "./translations/originalsAfter.ts";

/**
 * Notes what the translations of a new draft are of (features §13): a new or changed one takes the original of the same write, an
 * unchanged one keeps its own. Call it with the form locked, before the draft is written.
 */
export async function noteOriginals(em: EntityManager, form: FormRow, graph: Graph, title: string): Promise<void> {
  const known = await findOriginals(em, form.id);
  const languages = languagesOf(graph);
  if (languages.length === 0 && known.size === 0) return;
  const before = languages.length > 0 ? await draftTranslations(em, form.id) : new Map<string, Texts>();
  const texts = originalsOf(graph, { title, closed_message: form.closed_message });
  const at = new Date().toISOString();
  for (const [language, after] of languages) {
    const own = known.get(language) ?? {};
    const originals = originalsAfter({ before: before.get(language) ?? {}, after, own, texts, at });
    if (originals !== own) await saveOriginals(em, form.id, language, originals);
  }
  await keepOriginals(
    em,
    form.id,
    languages.map(([tag]) => tag),
  );
}

/** As noteOriginals, for a graph as JSON. One without translations isn't parsed. */
export async function noteOriginalsOf(
  em: EntityManager,
  form: FormRow,
  { graph, title }: { graph: string; title: string },
): Promise<void> {
  const none: Graph = { schema_version: "2.0", nodes: [], edges: [] };
  await noteOriginals(em, form, graph.includes('"translations"') ? JSON.parse(graph) : none, title);
}
