import type { PublicForm } from "../../../shared/domain/shapes/sessions.ts";

/** What the page is sent with. A form over 100 kB is fetched instead. */
export interface PageData {
  slug: string;
  form: PublicForm | null;
}

/** The data block of the page's HTML. */
export function readPageData(page: Document): PageData {
  return JSON.parse(page.getElementById("page-data")?.textContent ?? "") as PageData;
}
