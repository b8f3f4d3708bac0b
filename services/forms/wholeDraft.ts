import type { EntityManager } from "@mikro-orm/postgresql";
import { invalid } from "../../shared/platform/errors.ts";
import type { FormRow } from "./entities.ts";
import { translationBytes } from "./store/translations.ts";
import { tooLargeWhole, wholeGraphLimit } from "./translations/limits.ts";

/**
 * Throws if a draft would be too large to be read and saved as a whole: a graph (JSON, without translations) with the translations that
 * are stored. Call it where only one of them is sent.
 */
export async function checkDraftSize(em: EntityManager, form: FormRow, graph: string, field: string): Promise<void> {
  const bytes = Buffer.byteLength(graph) + (await translationBytes(em, form.id));
  if (bytes > wholeGraphLimit) throw invalid([`${field}: ${tooLargeWhole}`]);
}
