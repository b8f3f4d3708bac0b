import { loadWords } from "../../../../shared/languages/pages.ts";
import type { PageData } from "../pageData.ts";
import { publicFormRequest } from "../walk/api.ts";
import type { PersonalLink } from "../walk/link.ts";
import { chosenLanguage } from "./chosen.ts";
import { fetchForm, runningLanguage, switchedLanguage } from "./device.ts";
import { Languages } from "./languages.ts";
import { switcherOf } from "./switcher.tsx";

/** How long the page waits for another language before it shows the one that it came in. */
const waitsMs = 4_000;

/** Opens a page of several languages in the one that suits its respondent. The gateway's HTML follows `?lang=` alone (features §13). */
export async function openLanguages(served: PageData, offered: readonly string[], link: PersonalLink | null) {
  const chosen = chosenLanguage(offered, {
    asked: new URLSearchParams(location.search).get("lang"),
    switched: switchedLanguage(),
    running: runningLanguage(link?.storedAs ?? served.slug),
    linked: link?.language ?? null,
    device: navigator.languages,
  });
  const data = chosen === served.language ? served : await inLanguage(served, chosen);
  const known = [served, data].flatMap(({ form, words }) => (form ? [{ form, words }] : []));
  const languages = new Languages(served.slug, offered, data.language, known);
  return { data, languages, Switcher: switcherOf(languages) };
}

/** Returns the data in another language, or as they are without a network. */
async function inLanguage(data: PageData, language: string): Promise<PageData> {
  const { path } = publicFormRequest(data.slug, language);
  const loaded = Promise.all([data.form && fetchForm(path), loadWords(language)]).catch(() => null);
  const late = new Promise<null>((resolve) => setTimeout(resolve, waitsMs, null));
  const [form, words] = (await Promise.race([loaded, late])) ?? [];
  return words && form !== undefined ? { ...data, language, words, form } : data;
}
