import type { Filter } from "./rows.ts";

/** The language of the page, and which of its texts it shows. */
export interface TranslationsSearch {
  language?: string | undefined;
  show?: Exclude<Filter, "all"> | undefined;
}

const isFilter = (value: unknown): value is Exclude<Filter, "all"> =>
  value === "todo" || value === "missing" || value === "changed";

export const readTranslationsSearch = ({ language, show }: Record<string, unknown>): TranslationsSearch => ({
  language: typeof language === "string" ? language : undefined,
  show: isFilter(show) ? show : undefined,
});
