import type { Next, PublicForm, Resumed } from "../../../../shared/api/shapes/sessions.ts";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import { sameJson } from "../../../../shared/domain/json.ts";
import { entryOf, type Kept, keptWalk } from "./kept.ts";
import { nodeOf } from "./nodes.ts";
import { predict, type Walker } from "./predict.ts";
import {
  type AnswersEntry,
  answersIn,
  apply,
  type Entry,
  type NextEntry,
  type Passed,
  pathOf,
  walkAfter,
} from "./queue.ts";
import { showing } from "./steps.ts";

/**
 * Applies replies of the service to a session. The service's path wins. Answers of another path stay entered, for the
 * respondent to confirm.
 */

/** `hasConflict`: the service has another answer to the current node. */
export interface Outcome {
  kept: Kept;
  hasConflict?: boolean;
}

/** Applies the reply to the first entry. */
export function confirmed(kept: Kept, entry: NextEntry | AnswersEntry, reply: Next): Outcome {
  const base = apply(kept.base, { ...entry, next: reply.next_node_id });
  const queue = kept.queue.slice(1);
  const isExpected = entry.next === null || entry.next === reply.next_node_id;
  const isSamePath = queue.some((later) => "next" in later) || samePath(pathOf(base), reply.traversal_path);
  if (isExpected && isSamePath) return { kept: { ...kept, base, queue } };
  return adopted({ ...kept, base, queue }, reply.traversal_path, nodesOf(queue));
}

/** Replaces the queue with a check, because the service refused the first entry: the session is at another node. */
export function doubted(kept: Kept, now: number): Kept {
  return { ...kept, queue: [{ kind: "check", at: now, refused: nodesOf(kept.queue) }] };
}

/** Applies the reply to a check, the first entry. */
export function checked(kept: Kept, refused: string[], reply: Resumed): Outcome {
  const queue = kept.queue.slice(1);
  const isSame = refused.length === 0 && samePath(pathOf(kept.base), reply.traversal_path);
  if (isSame) return { kept: { ...kept, queue } };
  // a completed session can't be changed
  const mayConfirm = reply.status === "completed" ? [] : [...refused, ...nodesOf(queue)];
  return adopted(kept, reply.traversal_path, mayConfirm);
}

/**
 * Takes over the service's path and keeps the answers confirmed on it. If the service has passed a node whose answer was
 * pending, shows that node again, because the two answers may differ.
 */
function adopted(kept: Kept, path: string[], refused: string[]): Outcome {
  const passed = path.slice(0, -1);
  const visits = passed.map((id, index): Passed => {
    const visit = kept.base.visits[index];
    return visit?.node_id === id ? visit : { node_id: id };
  });
  const base = { visits, current: path.at(-1) ?? null };
  const conflict = passed.find((id) => refused.includes(id));
  const moved = { ...kept, base, queue: [] };
  return { kept: showing(moved, conflict ?? path.at(-1) ?? ""), hasConflict: conflict !== undefined };
}

/**
 * Goes back to the question whose value was refused, or to its page. Answers before it are sent again, because the service took
 * none. Later ones stay entered. `index`: of the refused answer in the entry.
 */
export function refusedValue(kept: Kept, entry: NextEntry | AnswersEntry, index: number): Kept {
  const queue = apart(entry).slice(0, index);
  return showing({ ...kept, queue }, answersIn(entry)[index]?.node_id ?? "");
}

/** Returns the answers of a request, one by one. */
export function apart({ at, back, next, ...entry }: NextEntry | AnswersEntry): NextEntry[] {
  const answers = entry.kind === "next" ? [entry] : entry.answers;
  return answers.map(({ node_id, value }, index) => ({
    kind: "next",
    at,
    node_id,
    value,
    ...(back && index === 0 && { back }),
    next: answers[index + 1]?.node_id ?? next,
  }));
}

/**
 * Restarts the session in another version, or because the service doesn't know it. Answers again what was answered, up to
 * the first question that differs. The rest stays entered. `start`: the entry that starts it, if any.
 */
export function replayed(
  kept: Kept,
  from: { form: PublicForm | null; to: PublicForm; walker: Walker | null; today: string; start: readonly Entry[] },
  now: number,
): Kept {
  const { form, to, walker, today, start } = from;
  const known = new Map(keptWalk(kept).visits.map(({ node_id, answer }) => [node_id, answer]));
  const base = walker ? { visits: [], current: walker.first(kept) } : entryOf(to);
  const queue = [...start];
  const check = { today, isIssuedFile: () => false };
  for (let walk = base; walker && walk.current !== null; walk = walkAfter(base, queue)) {
    const answer = known.get(walk.current);
    if (answer === undefined || !isSameQuestion(form, to, walk.current)) break;
    const local = { walk, hidden: kept.hidden, startedOn: kept.startedOn };
    const step = predict(walker, { ...local, nodeId: walk.current, value: answer, check });
    if (step.kind !== "moved") break;
    queue.push({ kind: "next", at: now, node_id: walk.current, value: step.value, next: step.next });
  }
  const begun = { ...kept, version: to.version_number, form_id: to.form.id, base, queue, files: {} };
  const answers = withoutFiles(kept.answers, walker);
  const at = { ...begun, answers, position: walkAfter(base, queue).visits.length };
  return at;
}

function isSameQuestion(form: PublicForm | null, to: PublicForm, nodeId: string): boolean {
  const before = form && nodeOf(form, nodeId);
  const after = nodeOf(to, nodeId);
  return before !== undefined && before !== null && sameJson(before as unknown as Json, after as unknown as Json);
}

/** Files belong to the session they were uploaded to. */
function withoutFiles(answers: Kept["answers"], walker: Walker | null): Kept["answers"] {
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !walker?.takesFiles(id)));
}

const nodesOf = (queue: readonly Entry[]): string[] =>
  queue.flatMap((entry) => (entry.kind === "check" ? entry.refused : answersIn(entry).map(({ node_id }) => node_id)));

const samePath = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);
