import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import { shownNode } from "../markup/markup.ts";
import { hiddenOf } from "./hidden.ts";
import { type Kept, keptWalk, newSession, ownValue } from "./kept.ts";
import { isEnd, isOfPath, isScreen, needsWalker, nodeOf } from "./nodes.ts";
import type { Notice } from "./notice.ts";
import type { Seen, ShownPage, Walker } from "./predict.ts";
import { answersIn, type Entry, type Given, isClosed, type LocalWalk, pathOf } from "./queue.ts";
import type { EndState, GivenAnswer, RespondentState, Screen } from "./state.ts";
import { measureOf, type WalkState, walkStateOf } from "./walkState.ts";

/**
 * Returns the state of an untouched page without a device, for the HTML that the gateway sends. `walker` is for a form whose
 * first screen needs one.
 */
export function firstState(form: PublicForm, walker: Walker | null = null): RespondentState {
  const kept = newSession(form, "", hiddenOf("", form), 0);
  return stateOf({ ...walkStateOf("", "", form), form, kept, walker, isUnwalkable: !walker });
}

/** The current screen and position. */
export interface Shown {
  screen: Screen;
  path: string[];
  /** of the shown node, or of the first one of the shown page */
  position: number;
  shownId: string | null;
  page: ShownPage | null;
  /** nodes on the screen */
  ids: readonly string[];
  isWaiting: boolean;
}

export function shownOf(walkState: WalkState): Shown {
  const { kept, deciding, walker } = walkState;
  const walk = kept && keptWalk(kept);
  const path = walk ? pathOf(walk) : [];
  // the answered node stays on the screen until the service decides
  const last = Math.max(0, Math.min(kept?.position ?? 0, path.length - 1));
  const page = (kept && walker?.paging?.shown(kept, last)) ?? null;
  const position = page?.start ?? last;
  const shownId = path[position] ?? null;
  const ids = page ? page.steps.map(({ visit }) => visit.node_id) : [shownId ?? ""];
  const isWaiting = deciding !== null || (walk?.current === null && (kept?.position ?? 0) >= path.length);
  return { screen: screenOf(walkState, shownId), path, position, shownId, page, ids, isWaiting };
}

export function stateOf(walkState: WalkState): RespondentState {
  const { kept, form, walker, refused, error, completed, conflictAt, request, isOffline, isKept } = walkState;
  const { screen, path, position, shownId, page, ids, isWaiting } = shownOf(walkState);
  const isShown = screen === "node" || screen === "end";
  const known = isShown && form && kept ? nodeOf(form, shownId) : undefined;
  const seen: Seen = (node, walk) => {
    if (!kept || !form) return node;
    const local = { ...kept, walk };
    return shownNode(form, walker?.offered(node, local) ?? node, recalling(local, walkState));
  };
  const paged = known && kept && page && walker?.paging?.state(kept, page, seen, error);
  const node = known && kept ? (paged?.node ?? seen(known, keptWalk(kept))) : null;
  const screens = walker?.paging?.screens(path, kept?.from) ?? path;
  return {
    screen,
    form,
    node,
    page: paged ?? null,
    value: kept && shownId !== null ? (ownValue(kept.answers, shownId) ?? null) : null,
    error: (!paged && ownValue(error?.refusals ?? {}, shownId ?? "")) || null,
    isConflict: conflictAt !== null && ids.includes(conflictAt),
    isWaiting,
    progress: kept?.progress ?? 0,
    count: node && kept && form ? countOf(form, kept, path.slice(0, position), ids) : null,
    canGoBack: isOfPath(screen) && position > (kept?.from ?? 0) && !walkState.deciding,
    path: screens,
    position: screens.indexOf(shownId ?? ""),
    unsent: unsentOf(kept && !(kept.isEditing && !kept.isChecked) ? kept.queue : [], form),
    retryAt: request?.id === null ? request.since + request.ms : null,
    isOffline,
    isKept,
    phase: completed ? "completed" : kept?.isBegun ? "started" : "new",
    sessionId: kept?.session ?? null,
    resumeKey: kept?.resumeKey ?? null,
    isShared: kept?.from !== undefined,
    files: kept?.files ?? {},
    ...(kept?.isEditing && { isEditing: true }),
    ...((screen === "review" || screen === "end") && { given: () => givenOf(walkState, seen) }),
    end: screen === "end" ? endOf(walkState) : null,
    message: refused ? refused.message : (form?.closed_message ?? null),
    linkNotice: screen === "link" ? linkNoticeOf(walkState.link) : null,
    opensAt: form?.opens_at ?? null,
  };
}

/** Returns the answered and skipped questions of the path. */
function givenOf({ kept, form, walker }: WalkState, seen: Seen): GivenAnswer[] {
  if (!kept || !form) return [];
  const walk = keptWalk(kept);
  return walk.visits.flatMap(({ node_id, answer = null }, at) => {
    const asked = nodeOf(form, node_id);
    if (!asked || isScreen(asked)) return [];
    // without the engine, an object has no text
    const own = typeof answer === "object" ? "" : String(answer);
    const text = answer === null ? "" : (walker?.shown(node_id, answer, kept.files) ?? own);
    return [{ node: seen(asked, walk), text, answer, canChange: at >= (kept.from ?? 0) }];
  });
}

function screenOf(walkState: WalkState, shownId: string | null): Screen {
  const { kept, form, walker, isUnwalkable, isElsewhere, isOffered, refused, request, link, completed } = walkState;
  if (isElsewhere) return "elsewhere";
  if (refused) return refused.screen;
  if (link?.problem && !kept?.isBegun) return "link";
  if (!kept || !form) return "loading";
  if (form.graph.schema_version !== "2.0") return "unsupported";
  if (isOffered) return "resume";
  if (!kept.isBegun && !form.is_open) return form.opens_at ? "not_open" : "closed";
  if (!walker && !isUnwalkable && needsWalker(form, shownId)) return "loading";
  if (!isEnd(form, shownId)) return "node";
  if (kept.reviewed && !kept.isChecked && !completed && !isClosed(kept.queue)) return "review";
  // the last request has the completion, and is sent before the end shows, unless the network fails
  return kept.queue.length > 1 && !request?.failures ? "sending" : "end";
}

function countOf(form: PublicForm, kept: Kept, before: string[], shown: readonly string[]): RespondentState["count"] {
  const questions = (ids: readonly string[]) => ids.filter((id) => !isScreen(nodeOf(form, id))).length;
  const first = questions(before);
  const last = first + questions(shown);
  const { total } = measureOf(form)(keptWalk(kept));
  return last > first && total > 1 ? { number: first + 1, last, total } : null;
}

type Recalled = Kept & { walk: LocalWalk };

/** Returns what recalls of a text become. */
export function recalling(kept: Recalled, { walker, completed }: WalkState): (kind: string, name: string) => string {
  return (kind, name) => {
    if (kind === "hidden") return ownValue(kept.hidden, name) ?? "";
    if (kind !== "answer") {
      // the service knows private ones too
      const shown = completed?.calculations?.find(({ key }) => key === name);
      return walker?.calculated(kind, name, kept, shown) ?? "";
    }
    const answer = kept.walk.visits.find(({ node_id }) => node_id === name)?.answer ?? null;
    return answer === null ? "" : (walker?.shown(name, answer, kept.files) ?? "");
  };
}

function unsentOf(queue: readonly Entry[], form: PublicForm | null): RespondentState["unsent"] {
  const waiting = queue.filter(({ kind }) => kind !== "check");
  const isAnswer = ({ node_id }: Given) => form !== null && !isScreen(nodeOf(form, node_id));
  return { count: waiting.flatMap(answersIn).filter(isAnswer).length, since: waiting[0]?.at ?? null };
}

const endOf = ({ completed }: WalkState): EndState => ({
  isCompleted: completed !== null,
  totalScore: completed?.totalScore ?? null,
  maxScore: completed?.maxScore ?? null,
  ...(completed?.calculations && { calculations: completed.calculations }),
});

const linkNoticeOf = (link: WalkState["link"]): Notice | null => (link?.problem ? link.refusal(link.problem) : null);
