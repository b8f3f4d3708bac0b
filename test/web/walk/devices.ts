import { setImmediate } from "node:timers/promises";
import * as later from "../../../services/web/respondent/later.ts";
import { pagingOn } from "../../../services/web/respondent/pages/paging.ts";
import type { ApiReply, ApiRequest } from "../../../services/web/respondent/walk/api.ts";
import type { Device } from "../../../services/web/respondent/walk/device.ts";
import { type RespondentOptions, respondentOn } from "../../../services/web/respondent/walk/respondent.ts";
import type { Respondent } from "../../../services/web/respondent/walk/state.ts";
import { newUuid } from "../../../services/web/respondent/walk/uuid.ts";
import { makeWalker } from "../../../services/web/respondent/walk/walker.ts";
import type { FakeService } from "./service.ts";

/**
 * Faults of one request: it or its reply is lost, it is rejected temporarily before or after it was processed, it hangs, or
 * it is processed long after the page gave it up.
 */
export const faults = [
  "none",
  "lost",
  "reply lost",
  "429",
  "503",
  "503 late",
  "hangs",
  "hangs, taken in",
  "taken in later",
] as const;
export type Fault = (typeof faults)[number];

export type EngineState = "ready" | "late" | "never";

/** A device: a browser with tabs, an unreliable network and its own clock. */
export class FakeDevice {
  readonly texts = new Map<string, string>();
  /** refusals that a page received */
  readonly refusals: { request: ApiRequest; reply: ApiReply }[] = [];
  readonly log: { request: ApiRequest; fault: Fault }[] = [];
  /** deleted files */
  readonly removals: string[] = [];
  now = Date.parse("2026-06-01T08:00:00Z");
  /** taken one by one, then none */
  faults: Fault[] = [];
  isOffline = false;
  isFull = false;
  engine: EngineState = "ready";
  hasLocks = true;
  /** ms until a busy browser handles a lock request */
  lockDelay = 0;
  /** browsers can block site data, especially in third-party frames */
  isBlocked = false;
  /** gets storage events of other tabs, possibly late */
  hearsOthers = true;
  readonly service: FakeService;
  readonly #timers = new Set<{ at: number; call: () => void; tab: Tab }>();
  readonly #stored = new Map<Tab, () => void>();
  readonly #locks = new FakeLocks();
  #ids = 0;
  #moving = 0;

  constructor(service: FakeService) {
    this.service = service;
  }

  /** Opens the page as the service serves it now. With `form` null, the page fetches it. */
  open(part: Partial<RespondentOptions> = {}): Tab {
    const tab = new Tab();
    const form = this.service.form();
    const load = { loadEngine: () => this.#loadEngine(tab), loadLater: async () => later };
    const options = { slug: "lunch", form, search: "", ...load, ...part };
    tab.respondent = respondentOn(this.#deviceOf(tab), options);
    return tab;
  }

  /** Ends the page abruptly, like a crash. Sent requests may still arrive. */
  kill(tab: Tab): void {
    tab.isAlive = false;
    for (const timer of this.#timers) if (timer.tab === tab) this.#timers.delete(timer);
    tab.inFlight.abort();
    this.#locks.release(tab);
  }

  /** Runs everything that is due within so many ms. */
  async pass(ms = 0): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      await this.#quiet();
      const next = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers.delete(next);
      this.now = Math.max(this.now, next.at);
      next.call();
    }
    this.now = end;
  }

  /** Waits until no request is in flight. */
  async #quiet(): Promise<void> {
    for (let ticks = 0; ticks < 2 || this.#moving > 0; ticks += 1) await setImmediate();
  }

  #deviceOf(tab: Tab): Device {
    const device: Device = {
      store: {
        getItem: (key) => (this.isBlocked ? blocked() : (this.texts.get(key) ?? null)),
        setItem: (key, text) => {
          if (!tab.isAlive) return;
          if (this.isBlocked) blocked();
          if (this.isFull) throw new Error("quota");
          this.texts.set(key, text);
          this.#tellOthers(tab);
        },
        removeItem: (key) => (this.isBlocked ? blocked() : tab.isAlive && this.texts.delete(key)),
      },
      locks: this.#locksOf(tab),
      api: {
        serverTime: () => this.now,
        send: (request, signal) => this.#send(tab, request, signal),
      },
      files: {
        upload: async (_path, file) => ({ ok: true, file: { url: file.name, name: "a.pdf", size: 1 } }),
        remove: (path) => this.removals.push(path),
      },
      clock: {
        now: () => this.now,
        after: (ms, call) => this.#after(tab, ms, call),
        random: () => 0.5,
      },
      newId: () => {
        this.#ids += 1;
        return newUuid(
          this.now,
          Uint8Array.from({ length: 10 }, (_, index) => this.#ids >> (index * 8)),
        );
      },
      onWake: (listener) => {
        tab.wake = listener;
        return () => {};
      },
      onStored: (listener) => {
        this.#stored.set(tab, listener);
        return () => this.#stored.delete(tab);
      },
    };
    return device;
  }

  #locksOf(tab: Tab): Device["locks"] {
    if (this.isBlocked) return { request: async () => blocked() };
    if (!this.hasLocks) return null;
    const locks = this.#locks.of(tab);
    if (this.lockDelay === 0) return locks;
    return {
      request: async (...asked) => {
        await new Promise<void>((resolve) => this.#after(tab, this.lockDelay, resolve));
        return locks.request(...asked);
      },
    };
  }

  /** Asynchronously, as browsers do. */
  #tellOthers(writer: Tab): void {
    for (const [tab, listener] of this.#stored) {
      if (tab !== writer && this.hearsOthers) void setImmediate().then(() => tab.isAlive && listener());
    }
  }

  #after(tab: Tab, ms: number, call: () => void): () => void {
    const timer = { at: this.now + ms, call, tab };
    if (tab.isAlive) this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  async #loadEngine(tab: Tab) {
    if (this.engine === "never") throw new Error("no network");
    if (this.engine === "late") await new Promise<void>((resolve) => this.#after(tab, 1_000, resolve));
    return { makeWalker, pagingOn };
  }

  async #send(tab: Tab, request: ApiRequest, signal: AbortSignal): Promise<ApiReply> {
    if (!tab.isAlive) return new Promise(() => {});
    const fault = this.isOffline ? "lost" : (this.faults.shift() ?? "none");
    this.log.push({ request, fault });
    const handle = () => this.service.handle(structuredClone(request), new Date(this.now).toISOString().slice(0, 10));
    const isTaken = fault === "none" || fault === "reply lost" || fault === "503 late" || fault === "hangs, taken in";
    const isBack = (request.body as { back?: true } | undefined)?.back;
    if (fault === "taken in later" && !isBack) this.#timers.add({ at: this.now + 45_000, call: handle, tab: nobody });
    this.#moving += 1;
    await setImmediate();
    const reply = isTaken ? handle() : null;
    await setImmediate();
    // its reactions are in flight a moment later
    void setImmediate().then(() => setImmediate().then(() => (this.#moving -= 1)));
    if (!tab.isAlive) return new Promise(() => {});
    if (fault.startsWith("hangs") && !signal.aborted)
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    if (fault === "none" && reply && !signal.aborted) {
      if (reply.kind === "refused") this.refusals.push({ request, reply });
      return reply;
    }
    const afterMs = fault === "429" ? 5_000 : 0;
    return { kind: "again", afterMs, isOffline: !(fault === "429" || fault.startsWith("503")) };
  }
}

export class Tab {
  respondent!: Respondent;
  isAlive = true;
  readonly inFlight = new AbortController();
  wake: () => void = () => {};

  get state() {
    return this.respondent.state();
  }
}

const nobody = new Tab();

const aborted = () => new DOMException("The request was aborted.", "AbortError");

function blocked(): never {
  throw new DOMException("The request was denied.", "SecurityError");
}

/** `navigator.locks` for one name: queued or stolen. */
class FakeLocks {
  #holder: { tab: Tab; lose: (reason: Error) => void } | null = null;
  #waiting: { tab: Tab; grant: () => void }[] = [];

  of(tab: Tab): NonNullable<Device["locks"]> {
    return {
      request: (_name, { ifAvailable, steal, signal }, granted) =>
        new Promise((resolve, reject) => {
          const grant = () => {
            if (!tab.isAlive) return;
            this.#holder = { tab, lose: reject };
            Promise.resolve(granted({})).then(() => this.#next(tab).then(resolve));
          };
          if (ifAvailable) queueMicrotask(() => (this.#holder ? resolve(granted(null)) : grant()));
          else if (steal) {
            this.#holder?.lose(aborted());
            grant();
          } else if (!this.#holder) queueMicrotask(() => (this.#holder ? this.#waiting.push({ tab, grant }) : grant()));
          else this.#waiting.push({ tab, grant });
          signal?.addEventListener("abort", () => {
            this.#waiting = this.#waiting.filter((waiting) => waiting.grant !== grant);
            reject(aborted());
          });
        }),
    };
  }

  release(tab: Tab): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting.tab !== tab);
    void this.#next(tab);
  }

  async #next(tab: Tab): Promise<void> {
    if (this.#holder?.tab !== tab) return;
    this.#holder = null;
    this.#waiting.shift()?.grant();
  }
}
