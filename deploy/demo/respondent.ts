import { isDeepStrictEqual } from "node:util";
import type { Graph, GraphNode, Json } from "../../shared/domain/graph/types.ts";
import type { QuestionType } from "../../shared/domain/questions/question.ts";
import { type Config, plausibleAnswers } from "./answers.ts";
import { type Chance, chance as chanceOf } from "./chance.ts";
import { type Api, ApiError } from "./client.ts";

/** Probabilities: `leaves` per step, `returns` per respondent, `skips` per optional question. */
const habits = { leaves: 0.02, returns: 0.1, skips: 0.15 };

/** Answers to one question until the service accepts one. */
const attemptLimit = 50;

interface Started {
  id: string;
  current_node_id: string;
}
interface Moved {
  next_node_id: string;
  is_complete: boolean;
  traversal_path: string[];
}
interface Given {
  node: GraphNode;
  value: Json;
}

export type Outcome = "completed" | "left";

/** Answers a published form as one respondent, who may go back once or leave early. */
export async function respond(api: Api, slug: string, chance: Chance): Promise<Outcome> {
  const { graph } = await api.call<{ graph: Graph }>("GET", `/api/v2/r/${slug}/`);
  const hidden = hiddenFields(graph, chance);
  const session = await api.call<Started>("POST", `/api/v2/r/${slug}/start/`, { hidden });
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const submit = (step: { node_id: string; value: Json; back?: true }) =>
    api.call<Moved>("POST", `/api/v2/r/session/${session.id}/next/`, step);

  let given: Given[] = [];
  let willReturn = chance.happens(habits.returns);
  let node = nodeOf(nodes, session.current_node_id);
  while (node.question_type !== "end_screen") {
    if (chance.happens(habits.leaves)) return "left";
    const secondThought = willReturn && given.length > 1 ? reconsider(given, chance) : null;
    if (secondThought) willReturn = false;
    const first = secondThought ?? { node, value: answer(node, chance) };
    const back = secondThought ? { back: true as const } : {};
    const { moved, given: accepted } = await untilAccepted(first, chance, ({ node: { id }, value }) =>
      submit({ node_id: id, value, ...back }),
    );
    // going back cuts the path and removes the answers after that node
    const stillOnPath = given.filter((one) => one.node !== accepted.node && moved.traversal_path.includes(one.node.id));
    given = [...stillOnPath, accepted];
    node = nodeOf(nodes, moved.next_node_id);
  }
  await api.call("POST", `/api/v2/r/session/${session.id}/complete/`);
  return "completed";
}

/**
 * Submits other answers while one is refused: an option with `show_if` may not be offered, and `valid_if` has rules. Each
 * comes from another mood, else the same option comes up again.
 */
async function untilAccepted(
  first: Given,
  chance: Chance,
  submit: (given: Given) => Promise<Moved>,
): Promise<{ moved: Moved; given: Given }> {
  let given = first;
  for (let attempt = 1; ; attempt++) {
    try {
      return { moved: await submit(given), given };
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 400) || attempt === attemptLimit) throw error;
      given = { node: given.node, value: answer(given.node, chanceOf(chance.integer(0, 2 ** 31))) };
    }
  }
}

/** Returns a different answer to a question of the path, or null if the new answer is the same. */
function reconsider(given: Given[], chance: Chance): Given | null {
  const old = chance.pick(given);
  if (!old) return null;
  const value = answer(old.node, chance);
  return isDeepStrictEqual(value, old.value) ? null : { node: old.node, value };
}

/** Returns a plausible answer to a node. Null skips it. */
export function answer({ question_type, data }: GraphNode, chance: Chance): Json {
  const plausible = plausibleAnswers[question_type as QuestionType];
  if (!plausible) throw new Error(`Unknown question type ${question_type}`);
  if (!data.is_required && chance.happens(habits.skips)) return null;
  return plausible((data.config ?? {}) as Config, chance);
}

function nodeOf(nodes: Map<string, GraphNode>, id: string): GraphNode {
  const node = nodes.get(id);
  if (!node) throw new Error(`Node ${id} not found in the public graph`);
  return node;
}

/** Sets hidden fields to values of conditions, or omits them, so that all branches are covered. */
function hiddenFields(graph: Graph, chance: Chance): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const key of graph.hidden_fields ?? []) {
    const value = chance.pick(["demo", ...graph.edges.flatMap((edge) => comparedWith(edge.condition, key))]);
    if (value !== undefined && chance.happens(0.8)) fields[key] = value;
  }
  return fields;
}

/** Returns the texts that a condition compares with the hidden field `key`. */
function comparedWith(condition: unknown, key: string): string[] {
  if (typeof condition !== "object" || condition === null) return [];
  const { left, right } = condition as { left?: { type?: string; key?: string }; right?: Json };
  if (left?.type === "hidden" && left.key === key) {
    return [right].flat().filter((value) => typeof value === "string");
  }
  return Object.values(condition).flatMap((inner) => comparedWith(inner, key));
}
