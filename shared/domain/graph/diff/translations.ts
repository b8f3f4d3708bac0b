import type { Change } from "../shapes/diff.ts";
import { languagesOf } from "../translations/translations.ts";
import type { Graph, Json, Texts } from "../types.ts";

const why = "Texts in another language. Answers keep their meaning.";

/** Compares translations by language and key, in the order of `to` with removed ones last (features §13). */
export function translationChanges(from: Graph, to: Graph): Change[] {
  const [old, now] = [new Map(languagesOf(from)), new Map(languagesOf(to))];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((tag) => {
    const [before, after] = [old.get(tag), now.get(tag)];
    // a language that comes or goes is one change
    if (!before || !after) return [changeOf(tag, before ?? null, after ?? null)];
    return textChanges(tag, before, after);
  });
}

function textChanges(tag: string, before: Texts, after: Texts): Change[] {
  const textIn = (texts: Texts, key: string) => (Object.hasOwn(texts, key) ? (texts[key] ?? null) : null);
  return [...new Set([...Object.keys(after), ...Object.keys(before)])]
    .filter((key) => textIn(before, key) !== textIn(after, key))
    .map((key) => changeOf(`${tag}.${key}`, textIn(before, key), textIn(after, key)));
}

const changeOf = (name: string, before: Json, after: Json): Change => ({
  subject: "form",
  node_id: null,
  edge_index: null,
  change: "changed",
  field: `translations.${name}`,
  before,
  after,
  impact: "safe",
  why,
});
