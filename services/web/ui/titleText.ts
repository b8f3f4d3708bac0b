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
export const titleText = (title: string, nameOf = recallName): string =>
  replaceRecalls(plainTitle(title), (kind, name) => `@${nameOf(kind, name)}`).trim();

/** Names an inserted answer by the title of its question without the mark at its end, or else by the name that the recall has. */
export const recallNames =
  (titleOf: (id: string) => string | undefined) =>
  (kind: string, name: string): string => {
    const title = kind === "answer" ? titleOf(name) : "";
    const text = replaceRecalls(title ?? "", (_, id) => `@${id}`).trim();
    return shortName(text.replace(/[\s?!.:;,]+$/, "") || text || name);
  };

/** The same by the titles of these questions. */
export const recallNamesIn = (nodes: readonly { id: string; data: { title?: string } }[] = []) =>
  recallNames((name) => nodes.find(({ id }) => id === name)?.data.title);

/** Longest name of an inserted answer among the words around it, in characters. */
const nameLimit = 20;

/** Leaves out the word in which the limit is. */
export const shortName = (name: string): string => {
  const letters = [...name];
  return letters.length > nameLimit
    ? `${letters
        .slice(0, nameLimit)
        .join("")
        .replace(/\s+\S*$/, "")}…`
    : name;
};
