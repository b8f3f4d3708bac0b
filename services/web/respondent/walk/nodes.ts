import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import type { Graph, GraphNode } from "../../../../shared/domain/graph/types.ts";
import { hasGiven } from "./address.ts";
import type { Screen } from "./state.ts";

/** The shape declares the config only as an object. */
export const graphOf = (form: PublicForm): Graph => form.graph as Graph;

export const nodeOf = (form: PublicForm, nodeId: string | null): GraphNode | undefined =>
  graphOf(form).nodes.find(({ id }) => id === nodeId);

export const isEnd = (form: PublicForm, nodeId: string | null): boolean => isEndScreen(nodeOf(form, nodeId));

// by name, because the engine may load after the first answer
export const isEndScreen = (node: GraphNode | undefined): boolean => node?.question_type === "end_screen";
export const isScreen = (node: GraphNode | undefined): boolean =>
  isEndScreen(node) || node?.question_type === "welcome_screen";

/** Returns whether the screen is one of the path, with Back: a question, or the list of all answers. */
export const isOfPath = (screen: Screen): boolean => screen === "node" || screen === "review";

/** Returns whether only the walker knows what this node shows: its page's other questions, the options it offers, or its answer. */
export function needsWalker(form: PublicForm, nodeId: string | null | undefined): boolean {
  const config = (nodeOf(form, nodeId ?? null)?.data.config ?? {}) as {
    options?: { show_if?: unknown }[];
    default?: unknown;
  };
  const { options = [] } = config;
  const isOnPage = graphOf(form).pages?.some(({ node_ids }) => node_ids.includes(nodeId ?? ""));
  return isOnPage || "default" in config || hasGiven() || options.some(({ show_if }) => show_if);
}
