import { withRecalls } from "../../../../shared/domain/graph/recalls.ts";
import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";
import { hiddenOf } from "./hidden.ts";
import { type Kept, keptWalk, newSession, ownValue } from "./kept.ts";
import { type Entry, pathOf } from "./queue.ts";
import { measureOf, type Situation, situationOf } from "./situation.ts";
import type { EndState, RespondentState, Screen } from "./state.ts";
import { isEnd, isScreen, nodeOf } from "./steps.ts";

/** Returns the state of an untouched page without a device, for the HTML that the gateway sends. */
export function firstState(form: PublicForm, search = ""): RespondentState {
  const kept = newSession(form, "", hiddenOf(search, form), 0);
  return stateOf({ ...situationOf("", search, form), form, kept });
}

/** The current screen and position. */
export interface Shown {
  screen: Screen;
  path: string[];
  position: number;
  shownId: string | null;
  isWaiting: boolean;
}

export function shownOf(situation: Situation): Shown {
  const { kept, deciding } = situation;
  const path = kept ? pathOf(keptWalk(kept)) : [];
  // the answered node stays on the screen until the service decides
  const position = Math.max(0, Math.min(kept?.position ?? 0, path.length - 1));
  const shownId = path[position] ?? null;
  const isWaiting = deciding !== null || (kept !== null && kept.position >= path.length);
  return { screen: screenOf(situation, shownId), path, position, shownId, isWaiting };
}

export function stateOf(situation: Situation): RespondentState {
  const { kept, form, refused, error, completed, conflictAt, request, isOffline, isKept } = situation;
  const { screen, path, position, shownId, isWaiting } = shownOf(situation);
  const isShown = screen === "node" || screen === "end";
  const known = isShown && form && kept ? nodeOf(form, shownId) : undefined;
  const node =
    known && kept && situation.walker ? situation.walker.offered(known, { ...kept, walk: keptWalk(kept) }) : known;
  return {
    screen,
    form,
    node: node && kept ? withRecalls(node, recalling(kept, situation)) : null,
    value: kept && shownId !== null ? (ownValue(kept.answers, shownId) ?? null) : null,
    error: error?.nodeId === shownId ? (error?.refusal ?? null) : null,
    isConflict: conflictAt !== null && conflictAt === shownId,
    isWaiting,
    progress: kept?.progress ?? 0,
    count: node && kept && form && !isScreen(node) ? countOf(form, kept, path.slice(0, position + 1)) : null,
    canGoBack: screen === "node" && position > 0 && !situation.deciding,
    path,
    position,
    unsent: unsentOf(kept?.queue ?? [], form),
    retryAt: request?.id === null ? request.since + request.ms : null,
    isOffline,
    isKept,
    phase: completed ? "completed" : kept?.isBegun ? "started" : "new",
    sessionId: kept?.session ?? null,
    files: kept?.files ?? {},
    end: screen === "end" && form ? endOf(situation, form, shownId) : null,
    message: refused ? refused.message : (form?.closed_message ?? null),
    opensAt: form?.opens_at ?? null,
  };
}

function screenOf(situation: Situation, shownId: string | null): Screen {
  const { kept, form, isElsewhere, isOffered, refused } = situation;
  if (isElsewhere) return "elsewhere";
  if (refused) return refused.screen;
  if (!kept || !form) return "loading";
  if (form.graph.schema_version !== "2.0") return "unsupported";
  if (isOffered) return "resume";
  if (!kept.isBegun && !form.is_open) return form.opens_at ? "not_open" : "closed";
  return isEnd(form, shownId) ? "end" : "node";
}

function countOf(form: PublicForm, kept: Kept, shown: readonly string[]): RespondentState["count"] {
  const number = shown.filter((id) => !isScreen(nodeOf(form, id))).length;
  return { number, total: measureOf(form)(keptWalk(kept)).total };
}

function recalling(kept: Kept, { walker, completed }: Situation): (kind: string, name: string) => string {
  const walk = keptWalk(kept);
  return (kind, name) => {
    if (kind === "hidden") return ownValue(kept.hidden, name) ?? "";
    if (kind !== "answer") {
      // the service knows private ones too
      const shown = completed?.calculations?.find(({ key }) => key === name);
      return walker?.calculated(kind, name, { ...kept, walk }, shown) ?? "";
    }
    const answer = walk.visits.find(({ node_id }) => node_id === name)?.answer ?? null;
    return answer === null ? "" : (walker?.shown(name, answer, kept.files) ?? "");
  };
}

function unsentOf(queue: readonly Entry[], form: PublicForm | null): RespondentState["unsent"] {
  const waiting = queue.filter(({ kind }) => kind !== "check");
  const isAnswer = (entry: Entry) => entry.kind === "next" && form !== null && !isScreen(nodeOf(form, entry.node_id));
  return { count: waiting.filter(isAnswer).length, since: waiting[0]?.at ?? null };
}

function endOf({ completed }: Situation, form: PublicForm, nodeId: string | null): EndState {
  const { redirect_url: url, redirect_delay_s: delay } = nodeOf(form, nodeId)?.data.config ?? {};
  return {
    isCompleted: completed !== null,
    totalScore: completed?.totalScore ?? null,
    maxScore: completed?.maxScore ?? null,
    ...(completed?.calculations && { calculations: completed.calculations }),
    redirect: completed && typeof url === "string" ? { url, delaySeconds: Number(delay ?? 0) } : null,
  };
}
