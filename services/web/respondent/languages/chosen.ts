import { matching } from "./matching.ts";

/** Languages that a page can show first, the most important one first (features §13). */
export interface Wanted {
  /** `?lang=` */
  asked: string | null;
  /** by the switcher on this device */
  switched: string | null;
  /** of the session that this device has started */
  running: string | null;
  /** of a personal link */
  linked: string | null;
  /** the device's, by preference */
  device: readonly string[];
}

/** Returns the language to show. `offered`: the form's languages, its own first. */
export function chosenLanguage(offered: readonly string[], wanted: Wanted): string {
  const { asked, switched, running, linked, device } = wanted;
  for (const tag of [asked, switched, running, linked, ...device]) {
    const found = tag ? matching(tag, offered) : null;
    if (found) return found;
  }
  return offered[0] ?? "en";
}

/** Maximum languages that are loaded ahead. */
const aheadLimit = 3;

/** Returns the languages to load ahead: those that the device prefers, then the form's order. */
export function likelyLanguages(offered: readonly string[], shown: string, device: readonly string[]): string[] {
  const preferred = device.flatMap((tag) => matching(tag, offered) ?? []);
  return [...new Set([...preferred, ...offered])].filter((tag) => tag !== shown).slice(0, aheadLimit);
}
