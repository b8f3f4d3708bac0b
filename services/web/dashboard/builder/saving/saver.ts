import type { Author } from "../../../../../shared/api/shapes/workspaces.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { Foreign } from "../model/history.ts";
import type { Conflict, Merge, Sides } from "../model/merging/parts.ts";
import { withChangedLanguages } from "../model/translations.ts";
import type { Unsaved } from "./knownBase.ts";
import {
  type Effect,
  isUnsaved,
  type ReadAnswer,
  type SaveAnswer,
  type Saving,
  type SavingEvent,
  savingOf,
  step,
} from "./machine.ts";
import type { MergeRead } from "./mergeRead.ts";

/** The draft service. Promises never reject. Signed-out owners sign in first (api/signInGate.ts). */
export interface DraftService {
  /** `base`: what it has; the parts that are the same aren't sent */
  save(graph: Graph, etag: string | null, base: Graph): Promise<SaveAnswer>;
  read(): Promise<ReadAnswer>;
}

/** Keeps changes on this device until they are saved. */
export interface Keeper {
  keep(unsaved: Unsaved): void;
  forget(): void;
}

export interface Saver {
  state(): Saving;
  subscribe(listener: () => void): () => void;
  edited(graph: Graph): void;
  /** Saves now: the network is back, or the page is being left. */
  hurry(): void;
  /** Saves the graph that the chosen versions make, unless it has problems of both sides together. */
  resolve(graph: Graph): void;
  /** Reads the draft again after a change that this page asked for, and merges it. */
  refresh(): void;
  /** Resolves once saving ends, with whether everything is saved. */
  settled(): Promise<boolean>;
}

interface Context {
  service: DraftService;
  keeper: Keeper;
  /** shows a merged graph and the changes made elsewhere */
  adopt(graph: Graph, foreign: Foreign, by: Author): void;
  /** Loads the merge. Null if it can't load. */
  loadMerge(): Promise<MergeRead | null>;
  /** Returns the conflicts of a merge, with those that only its problems show, beyond those of `shown`. Never rejects. */
  check(sides: Sides<Graph>, merged: Merge, shown?: Graph): Promise<readonly Conflict[]>;
  now?(): number;
}

/** Runs the effects of the saving machine. */
export function openSaver(opened: { graph: Graph; etag: string | null }, context: Context): Saver {
  const { service, keeper, adopt, check, loadMerge, now = () => Date.now() } = context;
  let saving = savingOf(opened.graph, opened.etag);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const happen = (event: SavingEvent): void => {
    const before = saving;
    const [next, effects] = step(saving, event);
    saving = next;
    for (const effect of effects) run(effect);
    if (saving === before) return;
    if (saving.graph !== before.graph || saving.phase !== before.phase) keepOrForget(saving, keeper);
    for (const listener of [...listeners]) listener();
  };
  const run = (effect: Effect): void => {
    switch (effect.do) {
      case "wake":
        clearTimeout(timer);
        timer = setTimeout(() => happen({ type: "woken", at: now() }), Math.max(0, effect.at - now()));
        return;
      case "save":
        void service
          .save(effect.graph, effect.etag, saving.base)
          .then((answer) => happen({ type: "answered", answer, at: now() }));
        return;
      case "fetch":
        void Promise.all([service.read(), loadMerge()]).then(([answer, mergeRead]) =>
          happen(
            mergeRead
              ? { type: "fetched", answer, mergeRead, at: now() }
              : { type: "answered", answer: { kind: "unreachable" }, at: now() },
          ),
        );
        return;
      case "check":
        void check(effect.sides, effect.merged, effect.shown).then((conflicts) =>
          happen({ type: "checked", conflicts, graph: effect.merged.graph }),
        );
        return;
      case "adopt":
        adopt(effect.graph, effect.foreign, effect.by);
    }
  };
  const hurry = () => happen({ type: "hurried", at: now() });
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  return {
    state: () => saving,
    subscribe,
    edited: (graph) => happen({ type: "edited", graph, at: now() }),
    hurry,
    resolve: (graph) => happen({ type: "resolved", graph }),
    refresh: () => happen({ type: "outdated", at: now() }),
    settled() {
      hurry();
      return untilSettled(() => saving.phase, subscribe);
    },
  };
}

const untilSettled = (phaseOf: () => Saving["phase"], subscribe: Saver["subscribe"]): Promise<boolean> =>
  new Promise((resolve) => {
    const look = () => {
      const phase = phaseOf();
      if (["changed", "saving", "fetching"].includes(phase)) return false;
      resolve(phase === "saved");
      return true;
    };
    if (look()) return;
    const leave = subscribe(() => {
      if (look()) leave();
    });
  });

function keepOrForget(saving: Saving, keeper: Keeper): void {
  const { base, sent, unanswered, asking, conflicts } = saving;
  if (!isUnsaved(saving)) {
    keeper.forget();
    return;
  }
  // the draft has both changes that cause a problem together: only the owner's is theirs
  const graph = asking?.sides(conflicts, saving.graph).mine ?? saving.graph;
  const [keptBase, kept, ...all] = withChangedLanguages([base, graph, ...unanswered, ...(sent ? [sent] : [])] as const);
  keeper.keep({ base: keptBase, graph: kept, sent: all, asked: conflicts });
}
