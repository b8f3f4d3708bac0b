import { languagesOf, translationLimit } from "../../../shared/domain/graph/translations/translations.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { draftBytesLimit, languageBytesLimit } from "../../../shared/domain/limits.ts";
import type { StoredTexts } from "./storedTexts.ts";

const errorLimit = 100;

/** Bytes of a graph with its translations. PUT draft takes as much. The rest is for other keys of its body. */
export const wholeGraphLimit = draftBytesLimit - 4_096;
export const tooLargeWhole = "the form with its translations would be larger than 8 MiB";

/** Characters that XML can't have, so that no translator could send back the key. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

/**
 * Yields after each language, since 20 of them take long outside threads. Returns translations as they are stored, and errors of a 400: texts longer
 * than their originals can be, and languages of more than 1 MiB (features §13).
 */
export function* readTranslations(
  graph: Pick<Graph, "translations">,
  field: string,
): Generator<void, { stored: StoredTexts[]; errors: string[] }> {
  const stored: StoredTexts[] = [];
  const errors: string[] = [];
  for (const [language, own] of languagesOf(graph)) {
    const texts = JSON.stringify(own);
    stored.push({ language, texts });
    if (Buffer.byteLength(texts) > languageBytesLimit) errors.push(`${field}.${language}: must be at most 1 MiB`);
    for (const key of Object.keys(own)) {
      if (unwritable.test(key)) errors.push(`${field}.${language}: keys must not contain control characters`);
      if (isTooLong(own[key] ?? "", translationLimit(key)))
        errors.push(`${field}.${language}.${key}: must be at most ${translationLimit(key)} characters long`);
      if (errors.length >= errorLimit) return { stored, errors };
    }
    yield;
  }
  return { stored, errors };
}

/** Limits count Unicode code points. */
const isTooLong = (text: string, limit: number): boolean => text.length > limit && [...text].length > limit;
