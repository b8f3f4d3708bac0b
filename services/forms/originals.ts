import type { EntityManager } from "@mikro-orm/postgresql";
import { originalsOf } from "../../shared/domain/graph/translations/translations.ts";
import type { Graph } from "../../shared/domain/graph/types.ts";
import type { FormRow } from "./entities.ts";
import type { NewDraft } from "./store/drafts.ts";
import { draftTextsBefore, findOriginals, keepOriginals, saveOriginals } from "./store/translations.ts";
import type { TranslationSources } from "./store/versions.ts";
import { originalsAfter } from "./translations/originalsAfter.ts";
import type { StoredTexts } from "./translations/storedTexts.ts";

/**
 * Notes what the translations of a new draft are of (features §13): a new or changed one takes the original of the same write, an
 * unchanged one keeps its own. Title and closed message aren't part of a version's graph, so `sources` has what the translations of a
 * version are of. Call it with the form locked, before the draft is written.
 */
export async function noteOriginals(
  em: EntityManager,
  form: FormRow,
  { title, graph, translations = [] }: Pick<NewDraft, "graph" | "translations" | "title">,
  sources: TranslationSources | null = null,
): Promise<void> {
  const parsed: Graph = translations.length > 0 ? JSON.parse(graph) : {};
  for (const after of translations) {
    const { title: ofTitle, closed_message } = sources?.[after.language] ?? {};
    const beside = sources
      ? { title: ofTitle ?? undefined, closed_message }
      : { title, closed_message: form.closed_message };
    await noteLanguage(em, form, originalsOf(parsed, beside), after);
  }
  await keepOriginals(
    em,
    form.id,
    translations.map(({ language }) => language),
  );
}

/** As noteOriginals, for a write of one language. `texts` are the originals by key. */
export async function noteLanguage(
  em: EntityManager,
  { id }: FormRow,
  texts: ReadonlyMap<string, string>,
  { language, texts: json }: StoredTexts,
): Promise<void> {
  const { before, isSame } = await draftTextsBefore(em, id, { language, texts: json });
  if (isSame) return;
  const own = await findOriginals(em, id, language);
  const originals = originalsAfter({ before, after: JSON.parse(json), own, texts, at: new Date().toISOString() });
  if (originals !== own) await saveOriginals(em, id, language, JSON.stringify(originals));
}
