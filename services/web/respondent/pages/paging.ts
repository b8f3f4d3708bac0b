import { orderOf, pagesByNode } from "../../../../shared/domain/graph/pages.ts";
import type { Graph, GraphNode, Json, Page } from "../../../../shared/domain/graph/types.ts";
import type { CheckContext } from "../../../../shared/domain/questions/question.ts";
import { type Kept, keptWalk, ownValue } from "../walk/kept.ts";
import {
  type Answered,
  type PageStep,
  type PageWalker,
  type Paging,
  predict,
  type ShownPage,
} from "../walk/predict.ts";
import { type AnswersEntry, beforeChange, type LocalWalk, type Passed, pathOf, walkAfter } from "../walk/queue.ts";
import type { PageQuestion } from "../walk/state.ts";
import { showing } from "../walk/steps.ts";

/**
 * Walks the pages of a graph (features §11.3). A page shows the walk from its first node by the answers given so far, as long
 * as it stays on the page. Refused answers count as unanswered. Loaded for forms with pages.
 */
export function pagingOn(graph: Graph, walker: PageWalker): Paging {
  const pages = pagesByNode(graph);
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));

  function shown(kept: Kept, position: number): ShownPage | null {
    const { from = 0 } = kept;
    const path = pathOf(keptWalk(kept));
    const page = pages.get(path[position] ?? "");
    if (!page) return null;
    const first = path.findIndex((id) => pages.get(id) === page);
    // without what another device answered on it
    const start = position < from ? first : Math.max(first, from);
    return { page, start, steps: stepsOf(kept, keptWalk(kept), page, start, checkOf(kept)) };
  }

  function stepsOf(kept: Kept, walk: LocalWalk, page: Page, start: number, check: CheckContext): PageStep[] {
    const path = pathOf(walk);
    const visits = walk.visits.slice(0, start);
    const steps: PageStep[] = [];
    // nodes keep their recorded successors until an answer differs
    let isAsRecorded = true;
    for (let id = path[start] ?? null; id !== null && pages.get(id) === page; ) {
      const recorded = isAsRecorded ? walk.visits[visits.length] : undefined;
      const step = stepOf(kept, { visits, current: id }, recorded, path[visits.length + 1] ?? null, check);
      isAsRecorded = step.kind === "same";
      steps.push(step);
      visits.push(step.visit);
      id = step.next;
    }
    return steps;
  }

  /** `walk` is at the node. `recorded` is its answer in the whole walk, and `after` the node that followed. */
  function stepOf(
    kept: Kept,
    walk: LocalWalk,
    recorded: Passed | undefined,
    after: string | null,
    check: CheckContext,
  ): PageStep {
    const id = walk.current ?? "";
    const local = { ...kept, walk };
    const typed = ownValue(kept.answers, id) ?? null;
    const value = offeredPart(typed, nodes.get(id), walker.offered(nodes.get(id) as GraphNode, local));
    const before = recorded ? { visits: [...walk.visits, recorded], current: after } : walk;
    const seen = predict(walker, { ...local, walk: before, nodeId: id, value, check });
    if (recorded && seen.kind === "same") return { visit: recorded, kind: "same", refusal: null, next: after };
    const visit = { node_id: id, answer: seen.kind === "moved" ? seen.value : null };
    const known = seen.kind === "moved" ? seen.next : null;
    const next = known ?? walker.next(id, { ...local, walk: { visits: [...walk.visits, visit], current: null } });
    return { visit, kind: seen.kind, refusal: seen.kind === "invalid" ? seen.refusal : null, next };
  }

  /** The service accepts all answers or none, from the first one that changed. */
  function answered(kept: Kept, { page, start }: ShownPage, check: CheckContext, now: number): Answered {
    const steps = stepsOf(kept, keptWalk(kept), page, start, check);
    const refused = steps.flatMap(({ visit, refusal }) => (refusal ? [[visit.node_id, refusal] as const] : []));
    if (refused.length > 0) return { ok: false, refusals: Object.fromEntries(refused) };
    const lastId = steps.at(-1)?.visit.node_id ?? "";
    const changed = steps.find(({ kind }) => kind === "moved");
    if (!changed) return { ok: true, kept: showing(kept, lastId, 1) };
    // without unsent answers that depend on the change, the page may have been passed differently or not at all
    const queue = beforeChange(kept.base, kept.queue, changed.visit.node_id);
    const walk = walkAfter(kept.base, queue);
    const again = queue === kept.queue ? steps : stepsOf(kept, walk, page, start, check);
    const from = again.findIndex(({ kind }) => kind === "moved");
    if (from < 0) return { ok: true, kept: showing({ ...kept, queue }, lastId, 1) };
    const sent = again.slice(from).map(({ visit: { node_id, answer = null } }) => ({ node_id, value: answer }));
    const entry: AnswersEntry = {
      kind: "answers",
      at: now,
      answers: sent,
      ...(walk.visits.some(({ node_id }) => node_id === sent[0]?.node_id) && { back: true as const }),
      next: again.at(-1)?.next ?? null,
    };
    return { ok: true, kept: showing({ ...kept, queue: [...queue, entry] }, lastId, 1) };
  }

  const state: Paging["state"] = (kept, { page, start, steps }, seen, error) => {
    const before = keptWalk(kept).visits.slice(0, start);
    const { id, title = "", description = "" } = page;
    // no node has a colon in its ID
    const heading = { id: `page:${id}`, question_type: "page", data: { title, description } };
    const questions = steps.map(({ visit: { node_id, answer } }, index): PageQuestion => {
      const visits = [...before, ...steps.slice(0, index).map(({ visit }) => visit)];
      const known = nodes.get(node_id) as GraphNode;
      const node = seen(known, { visits, current: node_id });
      const value = offeredPart(ownValue(kept.answers, node_id) ?? null, known, node);
      return { node, value, isAnswered: answer !== null, error: ownValue(error?.refusals ?? {}, node_id) ?? null };
    });
    const order = orderOf(page, kept.session);
    questions.sort((one, other) => order.indexOf(one.node.id) - order.indexOf(other.node.id));
    return { node: seen(heading, { visits: before, current: null }), questions, refusedAt: error?.at ?? null };
  };

  const screens = (path: readonly string[], from?: number) =>
    path.filter((id, at) => at === from || !pages.has(id) || pages.get(id) !== pages.get(path[at - 1] ?? ""));

  return { shown, answered, state, screens };
}

/** Dates are only checked again when the page is sent. */
const checkOf = ({ at, files }: Kept): CheckContext => ({
  today: new Date(at).toISOString().slice(0, 10),
  isIssuedFile: (url) => Object.hasOwn(files, url),
});

/** Returns a value without options that aren't offered at the moment. They come back with their condition. */
function offeredPart(value: Json, node: GraphNode | undefined, offered: GraphNode): Json {
  const [all, left] = [node, offered].map((one) => new Set(valuesOf(one)));
  const isOffered = (one: Json) => !all?.has(one) || left?.has(one);
  if (Array.isArray(value)) return value.filter(isOffered);
  return isOffered(value) ? value : null;
}

const valuesOf = (node: GraphNode | undefined): Json[] =>
  ((node?.data.config?.options ?? []) as { value: Json }[]).map(({ value }) => value);
