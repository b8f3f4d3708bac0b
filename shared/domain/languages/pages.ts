import type { Language } from "./languages.ts";
import type { PageWords } from "./words.ts";

/** Loads the words of the respondent page. Browsers load one language, the gateway all of them. */
export const pages = {
  en: () => import("./en/page.ts"),
} satisfies Record<Language, () => Promise<{ page: PageWords }>>;
