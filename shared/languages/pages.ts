import { type Language, wordsFor } from "./languages.ts";
import type { PageWords } from "./words.ts";

/** Loads the words of the respondent page. Browsers load one language, the gateway all of them. */
export const pages = {
  en: () => import("./en/page.ts"),
  de: () => import("./de/page.ts"),
  fr: () => import("./fr/page.ts"),
  es: () => import("./es/page.ts"),
  pt: () => import("./pt/page.ts"),
  it: () => import("./it/page.ts"),
  nl: () => import("./nl/page.ts"),
  pl: () => import("./pl/page.ts"),
  tr: () => import("./tr/page.ts"),
  uk: () => import("./uk/page.ts"),
  ru: () => import("./ru/page.ts"),
  ar: () => import("./ar/page.ts"),
  he: () => import("./he/page.ts"),
  fa: () => import("./fa/page.ts"),
  hi: () => import("./hi/page.ts"),
  bn: () => import("./bn/page.ts"),
  zh: () => import("./zh/page.ts"),
  ja: () => import("./ja/page.ts"),
  ko: () => import("./ko/page.ts"),
  id: () => import("./id/page.ts"),
  vi: () => import("./vi/page.ts"),
  sw: () => import("./sw/page.ts"),
} satisfies Record<Language, () => Promise<{ page: PageWords }>>;

/** Loads the page's own words for a form's language (BCP 47). In a browser, rejects if the network fails. */
export const loadWords = async (tag: string): Promise<PageWords> => (await pages[wordsFor(tag)]()).page;
