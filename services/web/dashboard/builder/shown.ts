import type { Graph, GraphNode, Page, Problem } from "../../../../shared/domain/graph/types.ts";
import type { Wanted } from "./inspector/place.tsx";
import type { DryRun } from "./problems/dryRun.ts";
import { fieldOf, pageOfProblem, scoreIndexOf } from "./problems/place.ts";
import type { View } from "./view.ts";

/** The list of problems or a dialog over the builder, one at a time. */
export type PanelName = "problems" | "preview" | "design" | "publish" | "import" | "elsewhere" | "go" | "keys";

/** Contents of the inspector while no question is selected. */
export type Side = { kind: "form" } | { kind: "page"; id: string } | { kind: "scores"; index: number | null };

/** The parts that are open beside the list or the canvas. The selected question is the editor's. */
export interface Shown {
  panel: PanelName | null;
  /** answers that the preview starts with */
  begun: DryRun;
  side: Side | null;
  /** the part of the inspector to go to */
  wanted: Wanted | null;
}

export type ShowEvent =
  | { kind: "panel"; panel: PanelName; begun?: DryRun }
  | { kind: "panel_closed"; panel: PanelName }
  | { kind: "form"; place?: string }
  | { kind: "page"; id: string; place?: string }
  /** `index`: the score to open */
  | { kind: "scores"; index?: number }
  | { kind: "side_closed" }
  /** a question, which the editor selects if `id` is given; `place` null: its first field */
  | { kind: "question"; id?: string; place: string | null }
  | { kind: "question_selected" };

export const noAnswers: DryRun = { answers: [], hidden: {} };
export const nothingShown: Shown = { panel: null, begun: noAnswers, side: null, wanted: null };

/** Returns what is shown after an event. */
export function open(shown: Shown, event: ShowEvent): Shown {
  switch (event.kind) {
    case "panel":
      return { ...shown, panel: event.panel, begun: event.begun ?? noAnswers };
    case "panel_closed":
      // another one may have opened since
      return shown.panel === event.panel ? { ...shown, panel: null } : shown;
    case "form":
      return { ...shown, side: { kind: "form" }, wanted: { place: event.place ?? "entry" } };
    case "page":
      return { ...shown, side: { kind: "page", id: event.id }, wanted: { place: event.place ?? "title" } };
    case "scores":
      return { ...shown, side: { kind: "scores", index: event.index ?? null } };
    case "side_closed":
      return { ...shown, side: null };
    case "question":
      return { ...shown, wanted: { place: event.place } };
    case "question_selected":
      return shown.side === null ? shown : { ...shown, side: null };
  }
}

/** Returns the node that the editor selects with an event; null for none, undefined if the selection stays. */
export function selectionAfter(event: ShowEvent): string | null | undefined {
  if (event.kind === "question") return event.id;
  return event.kind === "form" || event.kind === "page" || event.kind === "scores" ? null : undefined;
}

/** Returns the event that shows where a problem is solved. */
export function placeToFix(problem: Problem, graph: Graph): ShowEvent {
  const index = scoreIndexOf(problem);
  if (index !== null) return { kind: "scores", index };
  const page = pageOfProblem(problem, graph);
  if (page !== null) return { kind: "page", id: page, place: "nodes" };
  if (graph.nodes.length === 0) return { kind: "panel", panel: "go" };
  const place = fieldOf(problem, graph);
  if (problem.node_id !== undefined) return { kind: "question", id: problem.node_id, place };
  return { kind: "form", ...(place !== null && { place }) };
}

export type Inspected =
  | { kind: "question"; node: GraphNode }
  | { kind: "page"; page: Page }
  | Extract<Side, { kind: "form" | "scores" }>;

/** Returns what the inspector shows, or null if it is closed. Beside the list, it is always open. */
export function inspectedOf({ side }: Shown, graph: Graph, selected: string | null, view: View): Inspected | null {
  if (side?.kind === "scores") return side;
  const node = graph.nodes.find(({ id }) => id === selected);
  if (node) return { kind: "question", node };
  const page = side?.kind === "page" ? graph.pages?.find(({ id }) => id === side.id) : undefined;
  if (page) return { kind: "page", page };
  return side?.kind === "form" || view === "list" ? { kind: "form" } : null;
}
