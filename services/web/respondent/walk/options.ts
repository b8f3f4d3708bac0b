import type { compileGraph } from "../../../../shared/domain/graph/compile.ts";
import type { takeStep } from "../../../../shared/domain/graph/traverse.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";

/** What walks a graph on this device: shared/domain/graph, which a page loads after its first question. */
export interface Engine {
  compileGraph: typeof compileGraph;
  takeStep: typeof takeStep;
}

/** `openRespondent(options)` in browser.ts makes the page's Respondent out of these. */
export interface RespondentOptions {
  slug: string;
  /** as the page's HTML has it; null: it is fetched */
  form: PublicForm | null;
  /** the page's query string: hidden fields, and `kiosk=1` for a device that keeps nothing */
  search: string;
  /** Rejects where the network does not give it: then the service decides on each step. */
  loadEngine(graph: Graph): Promise<Engine>;
}
