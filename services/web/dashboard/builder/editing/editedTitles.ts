import { useEffect } from "react";
import { plainText } from "../../../../../shared/domain/graph/markup/plain.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { readTitles, recallNames } from "../../../ui/titleText.ts";
import { nodeIn } from "../types/nodeIndex.ts";

/** Reads titles as those of this form from now on, until its page closes. */
export function useTitlesOf(graph: Graph): void {
  const plain = (title: string) => (graph.markup === undefined ? title : plainText(title, "line"));
  readTitles({ plain, nameOf: recallNames((id) => plain(nodeIn(graph, id)?.data?.title ?? "")) });
  useEffect(() => () => readTitles(), []);
}
