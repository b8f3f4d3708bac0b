import type { Filter } from "./rows.ts";

/** The language of the page, which of its texts it shows, and the key of the one to go to. */
export interface TranslationsSearch {
  language?: string | undefined;
  show?: Exclude<Filter, "all"> | undefined;
  text?: string | undefined;
}

const isFilter = (value: unknown): value is Exclude<Filter, "all"> =>
  value === "todo" || value === "missing" || value === "changed";

export const readTranslationsSearch = ({ language, show, text }: Record<string, unknown>): TranslationsSearch => ({
  language: typeof language === "string" ? language : undefined,
  show: isFilter(show) ? show : undefined,
  text: typeof text === "string" ? text : undefined,
});
