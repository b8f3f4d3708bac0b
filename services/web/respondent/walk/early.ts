import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import { isAsServed } from "../earlyInput.ts";
import { shownNode } from "../markup/markup.ts";
import { hiddenOf } from "./hidden.ts";
import { graphOf, isEnd, isScreen, needsWalker, nodeOf } from "./nodes.ts";
import { measureOn } from "./progress.ts";
import type { Respondent, RespondentState } from "./state.ts";

/** The first question while the code of sessions loads. Then it passes everything to that respondent. */
export interface EarlyRespondent extends Respondent {
  /** Repeats what was entered and answered until now. */
  become(respondent: Respondent): void;
}

/** Only what may be a stored session is read here. */
type Stored = Pick<Storage, "getItem">;

/**
 * Shows a form's first question as the gateway sent it, and remembers a value and its Continue. Returns null for pages that need
 * more: a stored session, the walker, or a notice instead of the question.
 */
export function earlyRespondent(
  slug: string,
  form: PublicForm | null,
  search: string,
  stored: () => Stored,
): EarlyRespondent | null {
  const first = form && firstOf(form, search);
  // the order of shuffled options is the session's
  if (!first || !isAsServed(first) || hasSession(slug, stored)) return null;
  const id = first.path[0] ?? "";
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  let state = first;
  let real: Respondent | null = null;
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<Respondent>();
  return {
    state: () => real?.state() ?? state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    enter(nodeId, value, isDropped) {
      if (real) return real.enter(nodeId, value, isDropped);
      if (nodeId !== id || state.isWaiting) return;
      state = { ...state, value, phase: "started" };
      tell();
    },
    answer(nodeId) {
      if (real) return real.answer(nodeId);
      if (nodeId !== id) return;
      state = { ...state, isWaiting: true };
      tell();
    },
    back: () => real?.back(),
    send: () => real?.send(),
    goTo: (nodeId) => real?.goTo(nodeId),
    resume: () => real?.resume(),
    startAgain: () => real?.startAgain(),
    continueHere: () => real?.continueHere(),
    retryNow: () => real?.retryNow(),
    upload: async (...file) => (await arrival).upload(...file),
    close: () => real?.close(),
    become(respondent) {
      const { phase, value, isWaiting } = state;
      real = respondent;
      respondent.subscribe(tell);
      if (phase === "started") respondent.enter(id, value);
      if (isWaiting) respondent.answer(id);
      arrive(respondent);
      tell();
    },
  };
}

/** A session whose storage is blocked isn't kept either. */
function hasSession(slug: string, stored: () => Stored): boolean {
  try {
    return stored().getItem(`pathform.${slug}`) !== null;
  } catch {
    return false;
  }
}

/** Returns the same as `firstState` (view.ts) with the hidden fields of the address. Null if that isn't a question. */
function firstOf(form: PublicForm, search: string): RespondentState | null {
  const id = form.graph.entry_node_id ?? null;
  const node = nodeOf(form, id);
  const isFirst = form.graph.schema_version === "2.0" && form.is_open && node && !isEnd(form, id);
  if (!isFirst || id === null || needsWalker(form, id)) return null;
  const hidden: Readonly<Record<string, Json>> = hiddenOf(search, form);
  const { total } = measureOn(graphOf(form))({ visits: [], current: id });
  return {
    screen: "node",
    form,
    node: shownNode(form, node, (kind, name) =>
      kind === "hidden" && Object.hasOwn(hidden, name) ? String(hidden[name]) : "",
    ),
    page: null,
    value: null,
    error: null,
    isConflict: false,
    isWaiting: false,
    progress: 0,
    count: !isScreen(node) && total > 1 ? { number: 1, last: 1, total } : null,
    canGoBack: false,
    path: [id],
    position: 0,
    unsent: { count: 0, since: null },
    retryAt: null,
    isOffline: false,
    isKept: false,
    phase: "new",
    sessionId: null,
    resumeKey: null,
    isShared: false,
    files: {},
    end: null,
    message: form.closed_message ?? null,
    opensAt: form.opens_at ?? null,
    linkNotice: null,
  };
}
