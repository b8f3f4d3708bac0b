import { translationOf } from "../../../shared/domain/graph/translations/translations.ts";
import type { Texts } from "../../../shared/domain/graph/types.ts";

/** The text that a translation is of, and when it was translated. */
export interface Original {
  source: string;
  at: string;
}

/** Originals of one language by key. */
export type Originals = Record<string, Original>;

interface Write {
  before: Texts;
  after: Texts;
  /** originals before the write */
  own: Originals;
  /** the texts that the write translates, by key */
  texts: ReadonlyMap<string, string>;
  at: string;
}

/** Returns the originals of one language after a write, or `own` if they stay the same. */
export function originalsAfter({ before, after, own, texts, at }: Write): Originals {
  const originals: Originals = {};
  let isSame = true;
  for (const key of Object.keys(after)) {
    const text = translationOf(after, key);
    const source = texts.get(key);
    const kept = text === translationOf(before, key) && Object.hasOwn(own, key) ? own[key] : undefined;
    const original = kept ?? (source === undefined ? undefined : { source, at });
    if (text === undefined || !original) continue;
    originals[key] = original;
    isSame &&= original === kept;
  }
  return isSame && Object.keys(originals).length === Object.keys(own).length ? own : originals;
}
