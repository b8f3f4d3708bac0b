import type { PublicForm } from "../../../shared/domain/shapes/sessions.ts";

/** What the page's HTML holds beside what is seen. */
export interface PageData {
  slug: string;
  /** null: it is over `inlineLimit`, and is fetched; or whoever frames the page sends it */
  form: PublicForm | null;
  isPreview?: true;
  /** in place of the page, which could not be sent: it is tried again */
  isBusy?: true;
}

/** Bytes of a form's JSON. Beyond that the page would keep its first question waiting. */
export const inlineLimit = 100_000;

export const pageDataId = "page-data";

/** JSON that may stand in a script element: nothing in it ends the element, and no line ends a line of JavaScript. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Null: there is nothing to do. */
export function readPageData(page: Document): PageData | null {
  const text = page.getElementById(pageDataId)?.textContent;
  return text ? (JSON.parse(text) as PageData) : null;
}
