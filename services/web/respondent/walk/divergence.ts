import { sameJson } from "../../../../shared/domain/graph/equality.ts";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { Next, PublicForm, Resumed } from "../../../../shared/domain/shapes/sessions.ts";
import { entryOf, type Kept, keptWalk } from "./kept.ts";
import { predict, type Walker } from "./predict.ts";
import { apply, type Entry, type NextEntry, type Passed, pathOf, walkAfter } from "./queue.ts";
import { nodeOf, showing } from "./steps.ts";

/**
 * What the service's replies do to a session. Its path counts; where this device saw another, the answers that go with it
 * stay entered, and the respondent confirms them on the way.
 */

/** `hasConflict`: the node that is shown was answered otherwise. */
export interface Outcome {
  kept: Kept;
  hasConflict?: boolean;
}

/** The first entry has been answered as this device expected, or as only the service could know. */
export function confirmed(kept: Kept, entry: NextEntry, reply: Next): Outcome {
  const base = apply(kept.base, { ...entry, next: reply.next_node_id });
  const queue = kept.queue.slice(1);
  const isExpected = entry.next === null || entry.next === reply.next_node_id;
  const isSamePath = queue.some((later) => later.kind === "next") || samePath(pathOf(base), reply.traversal_path);
  if (isExpected && isSamePath) return { kept: { ...kept, base, queue } };
  return adopted({ ...kept, base, queue }, reply.traversal_path, nodesOf(queue));
}

/** The service has refused the first entry because the session stands elsewhere: where, is asked next. */
export function doubted(kept: Kept, now: number): Kept {
  return { ...kept, queue: [{ kind: "check", at: now, refused: nodesOf(kept.queue) }] };
}

/** The reply to the first entry, a check. */
export function checked(kept: Kept, refused: string[], reply: Resumed): Outcome {
  const queue = kept.queue.slice(1);
  const isSame = refused.length === 0 && samePath(pathOf(kept.base), reply.traversal_path);
  if (isSame) return { kept: { ...kept, queue } };
  // of a completed session nothing can be changed any more
  const mayConfirm = reply.status === "completed" ? [] : [...refused, ...nodesOf(queue)];
  return adopted(kept, reply.traversal_path, mayConfirm);
}

/**
 * The service's path. What this device has confirmed on it stays known. Of the answers that were on their way the first
 * whose node the service has passed is shown again: it has another one there, which is not changed in silence.
 */
function adopted(kept: Kept, path: string[], refused: string[]): Outcome {
  const passed = path.slice(0, -1);
  const visits = passed.map((id, place): Passed => {
    const visit = kept.base.visits[place];
    return visit?.node_id === id ? visit : { node_id: id };
  });
  const base = { visits, current: path.at(-1) ?? null };
  const conflict = passed.find((id) => refused.includes(id));
  const moved = { ...kept, base, queue: [] };
  return { kept: showing(moved, conflict ?? path.at(-1) ?? ""), hasConflict: conflict !== undefined };
}

/** The value of the first entry is refused: back to its question; what came after stays entered. */
export function refusedValue(kept: Kept, nodeId: string): Kept {
  return showing({ ...kept, queue: [] }, nodeId);
}

/**
 * The session begins anew, in another version or because the service does not know it any more. What was answered is given
 * again as far as the questions are the same; the rest stays entered. `start`: with an entry that starts it.
 */
export function replayed(
  kept: Kept,
  from: { form: PublicForm | null; to: PublicForm; walker: Walker | null; today: string; start: readonly Entry[] },
  now: number,
): Kept {
  const { form, to, walker, today, start } = from;
  const known = new Map(keptWalk(kept).visits.map(({ node_id, answer }) => [node_id, answer]));
  const base = entryOf(to);
  const queue = [...start];
  const check = { today, isIssuedFile: () => false };
  for (let walk = base; walker && walk.current !== null; walk = walkAfter(base, queue)) {
    const answer = known.get(walk.current);
    if (answer === undefined || !isSameQuestion(form, to, walk.current)) break;
    const step = predict(walker, { walk, hidden: kept.hidden, nodeId: walk.current, value: answer, check });
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

/** Files belong to the session that they were uploaded to. */
function withoutFiles(answers: Kept["answers"], walker: Walker | null): Kept["answers"] {
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !walker?.takesFiles(id)));
}

const nodesOf = (queue: readonly Entry[]): string[] =>
  queue.flatMap((entry) => (entry.kind === "next" ? [entry.node_id] : entry.kind === "check" ? entry.refused : []));

const samePath = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, place) => id === b[place]);
