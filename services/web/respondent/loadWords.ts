import { wordsFor } from "../../../shared/domain/languages/languages.ts";
import { pages } from "../../../shared/domain/languages/pages.ts";
import type { PageWords } from "../../../shared/domain/languages/words.ts";

/** Loads the page's own words for a form's language (BCP 47). Rejects if the network fails. */
export const loadWords = async (tag: string): Promise<PageWords> => (await pages[wordsFor(tag)]()).page;
