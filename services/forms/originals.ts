import type { EntityManager } from "@mikro-orm/postgresql";
import { languagesOf, originalsOf } from "../../shared/domain/graph/translations/translations.ts";
import type { Graph, Texts } from "../../shared/domain/graph/types.ts";
import type { FormRow } from "./entities.ts";
import type { NewDraft } from "./store/drafts.ts";
import {
  draftTranslations,
  findOriginals,
  keepOriginals,
  type StoredTexts,
  saveOriginals,
} from "./store/translations.ts";
import { originalsAfter } from "./translations/originalsAfter.ts";
import { graphOf } from "./views.ts";

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

/** As noteOriginals, for a write of one language. */
export async function noteLanguage(
  em: EntityManager,
  form: FormRow,
  { graph, title, language, after }: { graph: Graph; title: string; language: string; after: Texts },
): Promise<void> {
  const own = (await findOriginals(em, form.id)).get(language) ?? {};
  const before = (await draftTranslations(em, form.id)).get(language) ?? {};
  const texts = originalsOf(graph, { title, closed_message: form.closed_message });
  const originals = originalsAfter({ before, after, own, texts, at: new Date().toISOString() });
  if (originals !== own) await saveOriginals(em, form.id, language, originals);
}

/** As noteOriginals, for a graph as JSON. One without translations isn't parsed. */
export async function noteOriginalsOf(
  em: EntityManager,
  form: FormRow,
  { title, ...stored }: Pick<NewDraft, "graph" | "translations" | "title">,
): Promise<void> {
  const none: Graph = { schema_version: "2.0", nodes: [], edges: [] };
  await noteOriginals(em, form, stored.translations?.length ? JSON.parse(graphOf(stored)) : none, title);
}

/** Returns translations as they are stored. */
export const storedTexts = (graph: Pick<Graph, "translations">): StoredTexts[] =>
  languagesOf(graph).map(([language, texts]) => ({ language, texts: JSON.stringify(texts) }));
