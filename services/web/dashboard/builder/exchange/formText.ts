import type { Graph } from "../../../../../shared/domain/graph/types.ts";

/** Returns a form as a file: the body that the API takes as a draft. Apart from graphText.ts, which loads the schemas. */
export const formText = (title: string, graph: Graph): string => `${JSON.stringify({ title, graph }, null, 2)}\n`;
