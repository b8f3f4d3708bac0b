import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import type { Device } from "./device.ts";
import type { PersonalLink } from "./link.ts";
import { type Effect, step } from "./machine.ts";
import { graphOf } from "./nodes.ts";
import type { PagingOn } from "./predict.ts";
import type { Respondent, RespondentState } from "./state.ts";
import { storageOf } from "./storage.ts";
import { TabLock } from "./tabLock.ts";
import { stateOf } from "./view.ts";
import type { makeWalker } from "./walker.ts";
import {
  type Later,
  type Localized,
  type PrefillingWalker,
  type Timer,
  type WalkEvent,
  walkStateOf,
} from "./walkState.ts";

/** Walks a graph on this device. Loaded after the first question. */
export interface Engine {
  makeWalker(...graph: Parameters<typeof makeWalker>): PrefillingWalker;
  /** for a graph with pages */
  pagingOn?: PagingOn;
}

/** Options of a respondent on any device. */
export interface RespondentOptions {
  slug: string;
  /** from the page's HTML; null if it must be fetched */
  form: PublicForm | null;
  /** to fetch forms in; null for their own */
  language?: string | null;
  /** the page's query string: hidden fields, and `kiosk=1` to store nothing */
  search: string;
  link?: PersonalLink | null;
  /** Rejects if the network fails. Then the service decides each step. */
  loadEngine(graph: Graph): Promise<Engine>;
  /** Never rejects. */
  loadLater(): Promise<Later>;
}

/** A page that can show its form in another language (languages/). */
export interface LocalizedRespondent extends Respondent {
  /** Shows the same form with other texts. Calls `onReady` right before. */
  localize(form: PublicForm, localized: Localized, onReady: () => void): Promise<void>;
}

/** Runs the machine on a device: feeds it events and carries out its effects. */
export function respondentOn(device: Device, options: RespondentOptions): LocalizedRespondent {
  const { slug, form, link = null, language = null, loadEngine, loadLater } = options;
  const { search, storedAs = slug }: Pick<PersonalLink, "search" | "storedAs"> = link ?? options;
  const { api, clock, files } = device;
  const storage = storageOf(device.store, storedAs, device.newId());
  const walkerOf = walkersOf(loadEngine);
  const lock = new TabLock(device.locks, storedAs, (type) => happen({ type, stored: storage.read(clock.now()) }));
  const timers: { [Name in Timer]?: () => void } = {};
  const listeners = new Set<() => void>();
  const walkEvents: WalkEvent[] = [];
  let sending = new AbortController();
  let walkState = walkStateOf(slug, search, form, device.locks !== null, language, link);
  let state: RespondentState | null = null;

  /** Effects can cause events. Those wait until the other effects are done. */
  function happen(walkEvent: WalkEvent): void {
    const before = walkState;
    if (walkEvents.push(walkEvent) > 1) return;
    try {
      for (const next of walkEvents) {
        if (walkState.isHeld && storage.isTakenOver()) take({ type: "lost" });
        take(next);
      }
    } finally {
      walkEvents.length = 0;
    }
    if (walkState !== before) for (const listener of listeners) listener();
  }

  function take(walkEvent: WalkEvent): void {
    const today = new Date(api.serverTime()).toISOString().slice(0, 10);
    const moment = { at: clock.now(), today, newId: device.newId(), newKey: device.newId(), chance: clock.random() };
    const [next, effects] = step(walkState, { ...walkEvent, ...moment });
    if (next !== walkState) state = null;
    walkState = next;
    for (const effect of effects) acts[effect.do](effect as never);
  }

  const acts: { [Do in Effect["do"]]: (effect: Extract<Effect, { do: Do }>) => void } = {
    lock: ({ how }) => lock.ask(how),
    write: ({ kept }) => happen({ type: "stored", isKept: storage.write(kept) }),
    erase: ({ done }) => happen({ type: "stored", isKept: storage.erase(done) }),
    send({ id, request }) {
      sending = new AbortController();
      const code = loadLater();
      void api.send(request, sending.signal).then(async (reply) => {
        if (reply.kind === "again") happen({ type: "replied", id, reply });
        else happen({ type: "replied", id, reply, later: await code });
      });
    },
    abort: () => sending.abort(),
    load: ({ form }) => void walkerOf(form).then((walker) => happen({ type: "loaded", form, walker })),
    remove: ({ path }) => files.remove(path),
    wake({ timer, ms }) {
      timers[timer]?.();
      if (ms !== null) timers[timer] = clock.after(ms, () => happen({ type: "due", timer }));
    },
  };

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const stopWaking = device.onWake(() => happen({ type: "woken" }));
  const stopWatching = device.onStored(() => walkState.isHeld && storage.isTakenOver() && happen({ type: "lost" }));
  happen({ type: "opened", stored: storage.read(clock.now()) });
  return {
    state: () => (state ??= stateOf(walkState)),
    subscribe,
    enter: (nodeId, value, isDropped) => happen({ type: "entered", nodeId, value, isDropped }),
    answer: (nodeId) => happen({ type: "answered", nodeId }),
    back: () => happen({ type: "back" }),
    send: () => happen({ type: "checked" }),
    goTo: (nodeId) => happen({ type: "shown", nodeId }),
    resume: () => happen({ type: "resumed" }),
    startAgain: () => happen({ type: "startedAgain" }),
    continueHere: () => happen({ type: "continuedHere" }),
    retryNow: () => happen({ type: "retried" }),
    async localize(translated, localized, onReady) {
      const walker = await walkerOf(translated);
      onReady();
      happen({ type: "localized", form: translated, walker, localized });
    },
    async upload(...file) {
      const { uploading } = await loadLater();
      return uploading({ files, walkState: () => walkState, subscribe, happen }, ...file);
    },
    close() {
      happen({ type: "closed" });
      stopWaking();
      stopWatching();
    },
  };
}

/**
 * Returns a function that loads the engine with a form's graph, once per form. It resolves to null on failure and can be
 * called again.
 */
function walkersOf(
  loadEngine: RespondentOptions["loadEngine"],
): (form: PublicForm) => Promise<PrefillingWalker | null> {
  const known = new WeakMap<PublicForm, Promise<PrefillingWalker | null>>();
  const load = async (form: PublicForm) => {
    try {
      const graph = graphOf(form);
      const { makeWalker, pagingOn } = await loadEngine(graph);
      return makeWalker(graph, form.form.language, pagingOn);
    } catch {
      // the network failed, or the engine can't walk this graph
      known.delete(form);
      return null;
    }
  };
  return (form) => {
    const walker = known.get(form) ?? load(form);
    known.set(form, walker);
    return walker;
  };
}
