import { languagesOf, translationLimit } from "../../../shared/domain/graph/translations/translations.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { languageBytesLimit } from "../../../shared/domain/limits.ts";

const errorLimit = 100;

/** Returns errors of a 400: texts longer than their originals can be, and languages of more than 1 MiB (features §13). */
export function translationErrors(graph: Pick<Graph, "translations">, field: string): string[] {
  const errors: string[] = [];
  for (const [tag, texts] of languagesOf(graph)) {
    if (Buffer.byteLength(JSON.stringify(texts)) > languageBytesLimit)
      errors.push(`${field}.${tag}: must be at most 1 MiB`);
    for (const [key, text] of Object.entries(texts)) {
      if (isTooLong(text, translationLimit(key)))
        errors.push(`${field}.${tag}.${key}: must be at most ${translationLimit(key)} characters long`);
      if (errors.length >= errorLimit) return errors;
    }
  }
  return errors;
}

/** Limits count Unicode code points. */
const isTooLong = (text: string, limit: number): boolean => text.length > limit && [...text].length > limit;
