import type { PublicForm } from "../../../shared/api/shapes/sessions.ts";
import type { PageWords } from "../../../shared/languages/words.ts";

/** Data in the page's HTML. */
export interface PageData {
  slug: string;
  /** null if it is over `inlineLimit` and must be fetched, or if the embedding page sends it */
  form: PublicForm | null;
  /** pattern of letters that the theme's font lacks (screens/letters.ts); null if this server doesn't host it */
  lacked: string | null;
  /** BCP 47, of the page */
  language: string;
  /** that the form offers, its own first; absent if only that */
  languages?: string[] | undefined;
  /** the page's own words in it */
  words: PageWords;
  isPreview?: true;
  /** the page couldn't be rendered, so it reloads itself */
  isBusy?: true;
}

/** Maximum bytes of a form's JSON in the HTML. More would delay the first question. */
export const inlineLimit = 100_000;

export const pageDataId = "page-data";

/** Returns JSON that is safe inside a script element. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Returns null if the page needs no script. */
export function readPageData(page: Document): PageData | null {
  const text = page.getElementById(pageDataId)?.textContent;
  return text ? (JSON.parse(text) as PageData) : null;
}
