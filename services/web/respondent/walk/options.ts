import type { Graph } from "../../../../shared/domain/graph/types.ts";
import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";
import type { Later } from "./situation.ts";
import type { makeWalker } from "./walker.ts";

/** Walks a graph on this device. Loaded after the first question. */
export interface Engine {
  makeWalker: typeof makeWalker;
}

/** Options of `openRespondent` in browser.ts. */
export interface RespondentOptions {
  slug: string;
  /** from the page's HTML; null if it must be fetched */
  form: PublicForm | null;
  /** the page's query string: hidden fields, and `kiosk=1` to store nothing */
  search: string;
  /** Rejects if the network fails. Then the service decides each step. */
  loadEngine(graph: Graph): Promise<Engine>;
  /** Never rejects. */
  loadLater(): Promise<Later>;
}
