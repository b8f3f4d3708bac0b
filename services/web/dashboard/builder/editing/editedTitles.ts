import { useEffect } from "react";
import { plainText } from "../../../../../shared/domain/graph/markup/plain.ts";
import { replaceRecalls } from "../../../../../shared/domain/graph/recalls.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { readTitles } from "../../../ui/titleText.ts";
import { nodeIn } from "../types/nodeIndex.ts";

/** Reads titles as those of this form from now on, until its page closes. */
export function useTitlesOf(graph: Graph): void {
  const plain = (title: string) => (graph.markup === undefined ? title : plainText(title, "line"));
  readTitles({ plain, nameOf: (kind, name) => recalledName(graph, kind, name, plain) });
  useEffect(() => () => readTitles(), []);
}

/** Returns the title of the question whose answer is inserted, or else the name that the recall has. */
function recalledName(graph: Graph, kind: string, name: string, plain: (title: string) => string): string {
  const node = kind === "answer" ? nodeIn(graph, name) : undefined;
  const title = replaceRecalls(plain(node?.data?.title ?? ""), (_, id) => `@${id}`);
  return shortName(title.trim() || name);
}

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
