import type { EntityManager } from "@mikro-orm/postgresql";
import { originalsOf } from "../../shared/domain/graph/translations/translations.ts";
import type { FormRow } from "./entities.ts";
import type { NewDraft } from "./store/drafts.ts";
import { draftTextsBefore, findOriginals, keepOriginals, saveOriginals } from "./store/translations.ts";
import { originalsAfter } from "./translations/originalsAfter.ts";
import type { StoredTexts } from "./translations/storedTexts.ts";

/**
 * Notes what the translations of a new draft are of (features §13): a new or changed one takes the original of the same write, an
 * unchanged one keeps its own. Call it with the form locked, before the draft is written.
 */
export async function noteOriginals(
  em: EntityManager,
  form: FormRow,
  { title, graph, translations = [] }: Pick<NewDraft, "graph" | "translations" | "title">,
): Promise<void> {
  if (translations.length > 0) {
    const texts = originalsOf(JSON.parse(graph), { title, closed_message: form.closed_message });
    for (const after of translations) await noteLanguage(em, form, texts, after);
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
