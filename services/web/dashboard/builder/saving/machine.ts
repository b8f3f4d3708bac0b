import type { Author } from "../../../../../shared/api/shapes/workspaces.ts";
import { backoffMs } from "../../../../../shared/domain/backoff.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { Foreign } from "../model/history.ts";
import type { Conflict, Merge, Sides } from "../model/merging/parts.ts";
import type { Asking } from "./asking.ts";
import type { MergedRead, MergeRead } from "./mergeRead.ts";

/**
 * The state machine of saving a draft: from a state and an event to the next state and its effects.
 *
 *   saved → changed (1 s after the last change, 5 s after the first at most) → saving → saved
 *   saving → unreachable (again after 1, 2, 4, … 30 s, or when the network is back) → saving
 *   saving → fetching (the draft has changed elsewhere) → merged, checked and saving, or conflict until the owner continues
 *   saving → too_large or refused, until the owner acts
 *
 * One request runs at a time. Only the ETag of a save's response is used, so that newer edits stay.
 */
export interface Saving {
  phase: Phase;
  /** the last known draft of the service; a null ETag without one */
  base: Graph;
  etag: string | null;
  /** the edited graph */
  graph: Graph;
  /** the running request */
  sent: Graph | null;
  /** sent graphs without a response: the service may have them */
  unanswered: readonly Graph[];
  /** the service's draft must be read before the next save */
  mustFetch: boolean;
  /** times of the first unsaved change and of the next action, in ms */
  changedAt: number | null;
  due: number | null;
  failures: number;
  /** consecutive saves that found a newer draft */
  refetches: number;
  conflicts: readonly Conflict[];
  /** set until the draft has what was chosen of the conflicts */
  asking: Asking | null;
  /** author of the other versions of the conflicts */
  changedBy: Author;
  /** why the service refused it */
  refusal: string | null;
}

export type Phase = "saved" | "changed" | "saving" | "fetching" | "unreachable" | "conflict" | "too_large" | "refused";

export type SaveAnswer =
  | { kind: "saved"; etag: string | null }
  | { kind: "changed_elsewhere" | "unreachable" | "too_large" }
  | { kind: "refused"; message: string };
export type ReadAnswer = ReadDraft | Exclude<SaveAnswer, { kind: "saved" }>;

interface ReadDraft {
  kind: "read";
  graph: Graph;
  etag: string | null;
  /** its author; null if unknown */
  by: Author;
}

export type SavingEvent =
  | { type: "edited"; graph: Graph; at: number }
  | { type: "woken"; at: number }
  | { type: "answered"; answer: SaveAnswer; at: number }
  | { type: "fetched"; answer: ReadAnswer; mergeRead: MergeRead; at: number }
  /** this merged graph can be saved once the owner chose of these conflicts */
  | { type: "checked"; conflicts: readonly Conflict[]; graph: Graph }
  /** the network is back, the page is being left, a button */
  | { type: "hurried"; at: number }
  /** the service has changed the draft */
  | { type: "outdated"; at: number }
  /** the owner chose a version of each conflict, which makes this graph */
  | { type: "resolved"; graph: Graph };

export type Effect =
  | { do: "save"; graph: Graph; etag: string | null }
  | { do: "fetch" }
  /** looks for problems that only both sides together have. `shown`: a graph whose problems the owner has seen */
  | { do: "check"; sides: Sides<Graph>; merged: Merge; shown?: Graph }
  | { do: "wake"; at: number }
  /** shows the merged graph, before the next event */
  | { do: "adopt"; graph: Graph; foreign: Foreign; by: Author };

type Outcome = [Saving, Effect[]];

const quietFor = 1_000;
const waitAtMost = 5_000;
const pauses = { first: 1_000, longest: 30_000 };
/** Maximum immediate retries after a newer draft. */
const quickFetches = 3;
/** ms */
const backoff = (failures: number): number => backoffMs(failures + 1, pauses, 1);

export const savingOf = (graph: Graph, etag: string | null): Saving => ({
  phase: "saved",
  base: graph,
  etag,
  graph,
  sent: null,
  unanswered: [],
  mustFetch: false,
  changedAt: null,
  due: null,
  failures: 0,
  refetches: 0,
  conflicts: [],
  asking: null,
  changedBy: null,
  refusal: null,
});

export function step(saving: Saving, event: SavingEvent): Outcome {
  switch (event.type) {
    case "edited":
      return edited(saving, event.graph, event.at);
    case "woken":
      if (saving.due === null) return [saving, []];
      return event.at < saving.due ? [saving, [{ do: "wake", at: saving.due }]] : send(saving);
    case "answered":
      return event.answer.kind === "saved"
        ? saved(saving, event.answer.etag, event.at)
        : failed(saving, event.answer, event.at);
    case "fetched":
      return event.answer.kind === "read"
        ? fetched(saving, event.answer, event.mergeRead(saving, event.answer.graph), event.at)
        : failed(saving, event.answer, event.at);
    case "checked":
      return checked(saving, event.conflicts, event.graph);
    case "hurried":
      return isWaiting(saving) ? send(saving) : [saving, []];
    case "outdated":
      return isFree(saving) ? send({ ...saving, mustFetch: true }) : [{ ...saving, mustFetch: true }, []];
    case "resolved":
      return saving.phase === "conflict" ? resolved(saving, event.graph) : [saving, []];
  }
}

/** Returns whether the service may lack changes. */
export const isUnsaved = (saving: Saving): boolean => saving.phase !== "saved";

/** Retries a refused save: the form or the account's access can be back. */
const isWaiting = ({ phase }: Saving): boolean => ["changed", "unreachable", "refused"].includes(phase);

function edited(saving: Saving, graph: Graph, at: number): Outcome {
  if (graph === saving.graph) return [saving, []];
  const next = { ...saving, ...editedConflicts(saving, graph), graph, changedAt: saving.changedAt ?? at };
  return isFree(saving) ? wait(next, at) : [next, []];
}

function editedConflicts({ phase, conflicts, asking, graph: was }: Saving, graph: Graph): Partial<Saving> {
  return phase === "conflict" && asking ? { conflicts: asking.afterEdit(conflicts, was, graph) } : {};
}

/** Returns whether no request runs, and none waits for the network or the owner's choice. */
const isFree = ({ phase }: Saving): boolean => ["saved", "changed", "too_large", "refused"].includes(phase);

/** Schedules a save 1 s after the last change, and at most 5 s after the first. */
function wait(saving: Saving, at: number): Outcome {
  if (saving.graph === saving.base && saving.unanswered.length === 0) {
    return [{ ...saving, phase: "saved", changedAt: null, due: null, refusal: null }, []];
  }
  const due = Math.min(at + quietFor, (saving.changedAt ?? at) + waitAtMost);
  return [{ ...saving, phase: "changed", due, refusal: null }, [{ do: "wake", at: due }]];
}

function send(saving: Saving): Outcome {
  const next = { ...saving, due: null };
  if (saving.mustFetch) return [{ ...next, phase: "fetching" }, [{ do: "fetch" }]];
  const { graph, etag } = saving;
  return [{ ...next, phase: "saving", sent: graph, changedAt: null }, [{ do: "save", graph, etag }]];
}

function saved(saving: Saving, etag: string | null, at: number): Outcome {
  const base = saving.sent ?? saving.base;
  return wait({ ...saving, base, etag, sent: null, unanswered: [], failures: 0, refetches: 0 }, at);
}

function failed(saving: Saving, answer: Exclude<SaveAnswer, { kind: "saved" }>, at: number): Outcome {
  const next = { ...saving, sent: null };
  switch (answer.kind) {
    case "changed_elsewhere": {
      // others can save often, but a service that always rejects isn't asked forever
      const refetches = saving.refetches + 1;
      const fetching = { ...next, mustFetch: true, refetches };
      if (refetches <= quickFetches) return send(fetching);
      const due = at + backoff(refetches - quickFetches);
      return [{ ...fetching, phase: "changed", due }, [{ do: "wake", at: due }]];
    }
    case "unreachable": {
      const due = at + backoff(saving.failures);
      const unanswered = saving.sent ? [...saving.unanswered, saving.sent] : saving.unanswered;
      const failures = saving.failures + 1;
      return [{ ...next, phase: "unreachable", unanswered, failures, due }, [{ do: "wake", at: due }]];
    }
    case "refused":
      return [{ ...next, phase: "refused", refusal: answer.message }, []];
    default:
      return [{ ...next, phase: answer.kind }, []];
  }
}

/** Handles the service's draft, merged into the edited one. */
function fetched(saving: Saving, { etag, by }: ReadDraft, read: MergedRead, at: number): Outcome {
  const { sides, merged, theirs, foreign, asking } = read;
  const next: Saving = {
    ...saving,
    base: theirs,
    etag,
    graph: merged.graph,
    mustFetch: false,
    unanswered: [],
    failures: 0,
    conflicts: merged.conflicts,
    asking,
    changedBy: by,
    changedAt: saving.changedAt ?? at,
  };
  const isNew = merged.graph !== saving.graph;
  const adopt: Effect[] = isNew ? [{ do: "adopt", graph: merged.graph, foreign, by }] : [];
  const isMixed = isNew ? merged.graph !== theirs : merged.conflicts.length > 0;
  if (isMixed) return [next, [...adopt, { do: "check", sides, merged }]];
  const [after, effects] = checked(next, merged.conflicts, merged.graph);
  return [after, [...adopt, ...effects]];
}

function checked(saving: Saving, found: readonly Conflict[], graph: Graph): Outcome {
  if (found.length === 0) return proceed({ ...saving, conflicts: [], asking: null });
  // edits during the check change the owner's version
  const conflicts = saving.asking?.afterEdit(found, graph, saving.graph) ?? found;
  return [{ ...saving, phase: "conflict", conflicts, due: null }, []];
}

/** Checks what was chosen: a version of one conflict may not go with the other side's of another. */
function resolved(saving: Saving, graph: Graph): Outcome {
  const { asking, conflicts, graph: shown } = saving;
  if (!asking) return proceed({ ...saving, graph, conflicts: [] });
  const sides = asking.sides(conflicts, shown);
  const merged = { graph, conflicts: [] };
  return [{ ...saving, phase: "fetching", graph }, [{ do: "check", sides, merged, shown }]];
}

function proceed(saving: Saving): Outcome {
  if (saving.graph !== saving.base) return send(saving);
  return [{ ...saving, phase: "saved", changedAt: null, due: null }, []];
}
