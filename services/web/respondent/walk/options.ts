import type { Graph } from "../../../../shared/domain/graph/types.ts";
import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";
import type { Later } from "./situation.ts";
import type { makeWalker } from "./walker.ts";

/** What walks a graph on this device: a page loads it after its first question. */
export interface Engine {
  makeWalker: typeof makeWalker;
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
  /** Never rejects. */
  loadLater(): Promise<Later>;
}
