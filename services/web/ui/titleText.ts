import { useEffect } from "react";
import { plainText } from "../../../shared/domain/graph/markup/plain.ts";
import { replaceRecalls } from "../../../shared/domain/graph/recalls.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";

/** Whether the edited form's texts have markup. Known while its page is drawn. All other titles come plain. */
let isMarkedUp = false;

/** Reads titles as those of this form from now on, until its page closes. */
export function useTitlesOf(graph: Graph): void {
  isMarkedUp = graph.markup !== undefined;
  useEffect(
    () => () => {
      isMarkedUp = false;
    },
    [],
  );
}

/** Returns a title without markup. Recalls stay. */
export const plainTitle = (title: string): string => (isMarkedUp ? plainText(title, "line") : title);

/** Returns a question's title with readable recalls: `Why {{answer:rating}}?` → `Why @rating?`. */
export const titleText = (title: string): string => replaceRecalls(plainTitle(title), (_, name) => `@${name}`).trim();
