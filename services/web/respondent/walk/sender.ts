import type { Api, ApiReply, ApiRequest } from "./api.ts";
import { backoffMs, type Clock } from "./backoff.ts";

/** A reply that settles a request. */
export type Settled = Exclude<ApiReply, { kind: "again" }>;
type Again = Extract<ApiReply, { kind: "again" }>;

export interface SenderStatus {
  /** ms since 1970; null while nothing failed or an attempt is under way */
  retryAt: number | null;
  isOffline: boolean;
}

interface Run {
  stop: AbortController;
  /** Of the attempt that is under way, or of the pause before the next one. */
  tryAgain(force: boolean): void;
}

const timeoutMs = 20_000;
const staleMs = 5_000;

/**
 * One request at a time. The same one goes out again until the service has taken it in or refused it; `wake` tries at once,
 * but not before the service's `Retry-After`. `stop` ends what is under way: its reply, should there be one, counts no more.
 */
export class Sender {
  status: SenderStatus = { retryAt: null, isOffline: false };
  readonly #api: Api;
  readonly #clock: Clock;
  readonly #changed: () => void;
  #run: Run | null = null;

  constructor(api: Api, clock: Clock, changed: () => void) {
    this.#api = api;
    this.#clock = clock;
    this.#changed = changed;
  }

  /** null: stopped. */
  async settle(request: ApiRequest): Promise<Settled | null> {
    this.stop();
    const run: Run = { stop: new AbortController(), tryAgain() {} };
    this.#run = run;
    for (let failures = 1; ; failures += 1) {
      const reply = await this.#attempt(request, run);
      if (run.stop.signal.aborted) return null;
      this.#report({ retryAt: null, isOffline: reply.kind === "again" && reply.isOffline });
      if (reply.kind !== "again") return reply;
      await this.#pause(reply, failures, run);
      if (run.stop.signal.aborted) return null;
    }
  }

  stop(): void {
    this.#run?.stop.abort();
    this.#run?.tryAgain(true);
    this.#run = null;
  }

  /** `force`: the respondent asks for it. */
  wake(force = false): void {
    this.#run?.tryAgain(force);
  }

  async #attempt(request: ApiRequest, run: Run): Promise<ApiReply> {
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    const since = this.#clock.now();
    const cancel = this.#clock.after(timeoutMs, abort);
    // a device that slept or changed its network may wait for a connection that is long dead
    run.tryAgain = () => {
      if (run.stop.signal.aborted || this.#clock.now() - since > staleMs) abort();
    };
    const reply = await this.#api.send(request, attempt.signal);
    cancel();
    return reply;
  }

  async #pause({ afterMs, isOffline }: Again, failures: number, run: Run): Promise<void> {
    const wait = backoffMs(failures, afterMs, this.#clock.random());
    this.#report({ retryAt: this.#clock.now() + wait, isOffline });
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(wait, resolve);
      run.tryAgain = (force) => {
        if (!force && afterMs > 0) return;
        cancel();
        resolve();
      };
    });
    if (!run.stop.signal.aborted) this.#report({ retryAt: null, isOffline });
  }

  #report(status: SenderStatus): void {
    const isNew = status.retryAt !== this.status.retryAt || status.isOffline !== this.status.isOffline;
    this.status = status;
    if (isNew) this.#changed();
  }
}
