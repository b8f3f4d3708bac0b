import type pg from "pg";
import { offeredIn, sameLanguage, translationOf } from "../../shared/domain/graph/translations/translations.ts";
import { invalid } from "../../shared/platform/errors.ts";
import { liveFormById } from "./store/liveForms.ts";
import type { SessionState } from "./store/sessions.ts";
import type { CompiledVersion, Versions } from "./versions.ts";

/** Returns a form's title in a language, or its own if that has no translation or was renamed since. */
export async function titleIn(
  versions: Pick<Versions, "texts">,
  versionId: string,
  own: string,
  language: string,
): Promise<string> {
  const { texts, sources } = await versions.texts(versionId, language);
  return (sources.title === own && translationOf(texts, "title")) || own;
}

/** Returns the languages that a form offers, and whether one is among them. */
export function offerOf({ languages }: Pick<CompiledVersion, "languages">, own: string) {
  const tags = offeredIn(languages, own);
  return { tags, has: (language: string) => tags.some((tag) => sameLanguage(tag, language)) };
}

/**
 * Returns a version whose messages of `valid_if`, for these answers, are in the session's language. The same version if their nodes
 * have none, or the form isn't translated into it.
 */
export async function versionFor(
  versions: Pick<Versions, "texts">,
  version: CompiledVersion,
  { version_id, language }: Pick<SessionState, "version_id" | "language">,
  answers: readonly { node_id: string }[],
): Promise<CompiledVersion> {
  const { languages, compiled } = version;
  const tag = language === null ? undefined : languages.find((one) => sameLanguage(one, language));
  const checked = answers
    .flatMap(({ node_id }) => compiled.nodes.get(node_id) ?? [])
    .filter(({ guards }) => guards?.rules.length);
  if (tag === undefined || checked.length === 0) return version;
  const { texts } = await versions.texts(version_id, tag);
  const nodes = new Map(compiled.nodes);
  for (const node of checked) {
    const { guards } = node;
    const rules = guards?.rules.map(({ holds, message }, at) => ({
      holds,
      message: translationOf(texts, `${node.id}.valid_if.${at}`) ?? message,
    }));
    if (guards && rules) nodes.set(node.id, { ...node, guards: { ...guards, rules } });
  }
  return { ...version, compiled: { ...compiled, nodes } };
}

/** The 400 for a language that a form doesn't offer (features §13). */
export const unknownLanguage = (languages: readonly string[]): Error =>
  invalid([`language: must be one of ${languages.join(", ")}`]);

/**
 * Returns the language of a session after a request with `asked`. Throws 400 unless the form offers it. Reads the form only for a
 * language that is neither the session's nor a translation.
 */
export async function languageAfter(
  pool: pg.Pool,
  { language, form_id }: Pick<SessionState, "language" | "form_id">,
  { languages }: Pick<CompiledVersion, "languages">,
  asked: string | undefined,
): Promise<string | null> {
  if (asked === undefined || (language !== null && sameLanguage(asked, language))) return language;
  const translated = languages.find((tag) => sameLanguage(tag, asked));
  if (translated !== undefined) return translated;
  const own = (await liveFormById(pool, form_id, new Date()))?.language;
  if (own !== undefined && sameLanguage(own, asked)) return own;
  throw unknownLanguage(offeredIn(languages, own));
}
