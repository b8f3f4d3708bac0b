import { withMarkup } from "../../../../shared/domain/graph/markup/switching.ts";
import { hasMarkup } from "../../../../shared/domain/graph/markup/texts.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";

/** Turns formatting on for an imported graph (wants §21.1). Plain texts look as before. */
export const markedUp = (graph: Graph): Graph => (hasMarkup(graph) ? graph : withMarkup(graph));
