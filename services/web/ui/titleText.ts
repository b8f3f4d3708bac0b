import { replaceRecalls } from "../../../shared/domain/graph/recalls.ts";

/** How titles are read. The builder's have markup, and recall questions that it knows. */
interface Reading {
  plain(title: string): string;
  nameOf(kind: string, name: string): string;
}

const asWritten: Reading = { plain: (title) => title, nameOf: (_, name) => name };
let reading = asWritten;

export function readTitles(next = asWritten): void {
  reading = next;
}

/** Returns a title without markup. Recalls stay. */
export const plainTitle = (title: string): string => reading.plain(title);

/** Returns the name of what a recall inserts. */
export const recallName = (kind: string, name: string): string => reading.nameOf(kind, name);

/** Returns a question's title with readable recalls: `Why {{answer:rating}}?` → `Why @rating?`. */
export const titleText = (title: string): string =>
  replaceRecalls(plainTitle(title), (kind, name) => `@${recallName(kind, name)}`).trim();
