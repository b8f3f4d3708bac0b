import type { Next } from "../../../../shared/api/shapes/sessions.ts";
import type { Walk } from "../../../../shared/domain/graph/traverse.ts";
import type { Graph, Json } from "../../../../shared/domain/graph/types.ts";
import { refusalError } from "../../../../shared/domain/questions/refusalError.ts";
import type { loadEngine } from "../engine/loadEngine.ts";
import { markup } from "../markup/markup.ts";
import type { Api, ApiReply, ApiRequest, Refused } from "../walk/api.ts";

interface Body {
  hidden?: Record<string, string>;
  node_id?: string;
  value?: Json;
  back?: boolean;
  answers?: Pick<Body, "node_id" | "value">[];
}

/**
 * A service for previews: walks the graph on this device with the service's own code. It accepts only requests that the
 * page's queue sends. Sessions have the form's `version`. Calls `onWalk` after each step.
 */
export function localService(
  engine: Awaited<ReturnType<typeof loadEngine>>,
  published: Graph,
  version: number,
  onWalk: (walk: Walk) => void = () => undefined,
): Api {
  const { startWalk, takeStep, maxScore, totalScore, viewOf } = engine;
  const graph = engine.compileGraph(markup.walked?.(published) ?? published);
  let walk: Walk = startWalk(graph);

  function start({ hidden = {} }: Body): ApiReply {
    const startedAt = new Date().toISOString();
    walk = startWalk(graph, hidden, startedAt.slice(0, 10));
    onWalk(walk);
    return ok({ ...position(), version_number: version, started_at: startedAt });
  }

  function next({ node_id = "", value = null, back = false }: Body): ApiReply {
    const context = { today: new Date().toISOString().slice(0, 10), isIssuedFile: () => true };
    const step = takeStep(graph, walk, { node_id, value, back }, context);
    if (step.kind === "invalid") return { ...refused(400, [refusalError("value", step)]), rule: step.rule };
    if (step.kind === "conflict") return refused(409, [], step.current_node_id);
    if (step.kind === "moved") {
      const visits = [...walk.visits.slice(0, step.visits_kept), step.visit];
      walk = { ...walk, visits, current_node_id: step.next_node_id };
      onWalk(walk);
    }
    const { next_node_id, is_complete, traversal_path } = step;
    return ok({ next_node_id, is_complete, traversal_path });
  }

  /** As many steps in their order, all or none (features §11.3). */
  function several({ answers = [], back = false }: Body): ApiReply {
    const before = walk;
    let reply: ApiReply = refused(400, []);
    for (const [index, answer] of answers.entries()) {
      reply = next({ ...answer, back });
      if (reply.kind === "ok") continue;
      walk = before;
      onWalk(walk);
      const errors = reply.kind === "refused" ? reply.errors?.map((error) => `answers.${index}.${error}`) : undefined;
      return { ...reply, errors } as ApiReply;
    }
    return reply;
  }

  function completed(reply: ApiReply): ApiReply {
    const isAtEnd = reply.kind === "ok" && (reply.data as Next).is_complete;
    return isAtEnd ? ok({ ...(reply.data as Next), completed: completion() }) : reply;
  }

  function completion() {
    const { question: end, shown_calculations: keys = [] } = graph.nodes.get(walk.current_node_id) ?? {};
    const view = viewOf(graph, walk.visits, walk);
    const calculations = keys.length > 0 ? graph.calculations?.shown(view, keys) : undefined;
    const score =
      end?.config.show_score === true
        ? { total_score: totalScore(walk.visits), max_score: maxScore(graph, walk) }
        : { total_score: null };
    return {
      status: "completed",
      end_node_id: walk.current_node_id,
      ...score,
      ...(calculations && { calculations }),
    };
  }

  function position() {
    const { visits, current_node_id } = walk;
    return { current_node_id, traversal_path: [...visits.map(({ node_id }) => node_id), current_node_id] };
  }

  function answer({ method, path, body = {} }: ApiRequest): ApiReply {
    if (method === "GET") return ok({ ...position(), status: "in_progress" });
    if (path.endsWith("/start/")) return start(body);
    if (path.endsWith("/answers/")) return several(body);
    if (path.endsWith("/answers/?complete=true")) return completed(several(body));
    return path.endsWith("/next/") ? next(body) : ok(completion());
  }

  return { send: async (request) => answer(request), serverTime: () => Date.now() };
}

const ok = (data: unknown): ApiReply => ({ kind: "ok", data });

const refused = (status: number, errors: string[], currentNodeId?: string): Refused => ({
  kind: "refused",
  status,
  detail: "",
  errors,
  ...(currentNodeId !== undefined && { current_node_id: currentNodeId }),
});
