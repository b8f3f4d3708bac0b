import type { CallingOptions, Context, ServiceBroker } from "moleculer";
import { endWith, startSpan } from "../platform/ops/tracing.ts";
import type { Call } from "./calls.ts";
import type { ActionName, BatchableAction, BatchedCall, BatchedOutcome, Meta } from "./contract.ts";
import { isAvailable } from "./internals.ts";
import { measureCall } from "./measured.ts";

/**
 * Sends respondents' calls of one event loop turn to one copy of sessions in one message, and their results in one response
 * (docs/adr/0010-hot-path.md). Each call keeps its own deadline, trace, error and retries. All of these actions are idempotent.
 */
export const batchableActions: readonly BatchableAction[] = ["sessions.start", "sessions.next", "sessions.complete"];

const action = "sessions.joined" satisfies ActionName;
/** Maximum calls per message. */
const callLimit = 64;
/** Calls with less time left (ms) are sent separately, because a message has one timeout. */
const minTimeout = 1_900;

interface Waiting {
  call: BatchedCall;
  timeout: number;
  /** of performance.now() */
  since: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Returns a `broker.call` that joins calls of the same event loop turn where possible. */
export function openBatchedCalls(broker: ServiceBroker): Call {
  let byNode = new Map<string, Waiting[]>();

  /** Returns the node to call, or null if the call can't be joined. */
  function nodeOf(params: object, timeout: number): string | null {
    if (timeout < minTimeout || !isAvailable(broker, action)) return null;
    const endpoint = broker.findNextActionEndpoint(action, {}, { params } as unknown as Context);
    return endpoint instanceof Error ? null : (endpoint.id ?? null);
  }

  function add(node: string, waiting: Waiting): void {
    if (byNode.size === 0) setImmediate(sendAll);
    const calls = byNode.get(node);
    if (calls) calls.push(waiting);
    else byNode.set(node, [waiting]);
  }

  function sendAll(): void {
    const pending = byNode;
    byNode = new Map();
    for (const [node, calls] of pending) {
      for (let at = 0; at < calls.length; at += callLimit) void send(node, calls.slice(at, at + callLimit));
    }
  }

  async function send(nodeId: string, waiting: Waiting[]): Promise<void> {
    const calls = waiting.map(({ call }) => call);
    const timeout = Math.max(...waiting.map((one) => one.timeout));
    try {
      const outcomes = await broker.call<BatchedOutcome[], object>(
        action,
        { calls },
        { nodeID: nodeId, timeout, tracking: false },
      );
      for (const [at, one] of waiting.entries()) settle(one, outcomes[at] ?? { pending: true });
    } catch (error) {
      // the joined response is larger than a bus message
      const isTooLarge = (error as { type?: string }).type === "ANSWER_TOO_LARGE";
      for (const one of waiting) isTooLarge ? settle(one, { pending: true }) : one.reject(error);
    }
  }

  function settle(waiting: Waiting, outcome: BatchedOutcome): void {
    if ("form_id" in outcome && outcome.form_id) waiting.call.meta.form_id = outcome.form_id;
    if ("result" in outcome) waiting.resolve(outcome.result);
    else if ("error" in outcome) waiting.reject(Object.assign(new Error(outcome.error.message), outcome.error));
    else callSeparately(waiting);
  }

  /** Repeats the call in the time left. The first attempt may still be running, which is safe because it is idempotent. */
  function callSeparately({ call, timeout, since, resolve, reject }: Waiting): void {
    const left = Math.max(1, Math.ceil(timeout - (performance.now() - since)));
    single(call.action, call.params, { meta: call.meta, ...requestOf(call), timeout: left }).then(resolve, reject);
  }

  const single = (name: ActionName, params: object, options: CallingOptions): Promise<unknown> =>
    broker.call(name, params, { ...options, tracking: false });

  const joined = (name: ActionName, params: object, options: CallingOptions = {}): Promise<unknown> => {
    const timeout = options.timeout ?? 0;
    const node = isJoinable(name) ? nodeOf(params, timeout) : null;
    if (node === null) return single(name, params, options);
    const { meta = {}, requestID = null } = options;
    const { traceparent } = meta as Meta;
    const span = startSpan(`call ${name}`, "client", traceparent);
    if (span) (meta as Meta).traceparent = span.traceparent;
    const called = new Promise((resolve, reject) => {
      const call = { action: name, params, meta, request_id: requestID } as BatchedCall;
      add(node, { call, timeout, since: performance.now(), resolve, reject });
    });
    if (span) endWith(span, called);
    if (node !== broker.nodeID) measureCall(name, called);
    return called;
  };
  return joined as Call;
}

const requestOf = ({ request_id: requestId }: BatchedCall) => (requestId === null ? {} : { requestID: requestId });

const joinable: ReadonlySet<string> = new Set(batchableActions);
const isJoinable = (name: string): boolean => joinable.has(name);

/** The response waits for slower calls this long (ms) after the first result, plus a multiple of the time that it took. */
const stragglerMs = 100;
const stragglerShare = 3;

/**
 * Runs joined calls, each as an action with all middlewares. The response waits a little for slower calls, but not for one that
 * waits for a locked row. Rejects if all calls failed with 5xx, so that the caller's circuit breaker counts a failure.
 */
export function answerBatched(broker: ServiceBroker, calls: readonly BatchedCall[]): Promise<BatchedOutcome[]> {
  const { promise, resolve, reject } = Promise.withResolvers<BatchedOutcome[]>();
  const outcomes: BatchedOutcome[] = calls.map(() => ({ pending: true }));
  const errors: Error[] = [];
  const begun = performance.now();
  let missing = calls.length;
  let timer: NodeJS.Timeout | undefined;

  function take(at: number, outcome: BatchedOutcome): void {
    outcomes[at] = outcome;
    missing -= 1;
    const wait = stragglerMs + stragglerShare * (performance.now() - begun);
    if (missing > 0) timer ??= setTimeout(() => resolve(outcomes), wait);
    else {
      clearTimeout(timer);
      if (errors.length === calls.length) reject(worst(errors));
      else resolve(outcomes);
    }
  }

  for (const [at, call] of calls.entries()) {
    broker.call(call.action, call.params, { meta: call.meta, ...requestOf(call) }).then(
      (result) => take(at, { result, form_id: call.meta.form_id }),
      (error: Error) => {
        if (isFault(error)) errors.push(error);
        take(at, { error: errorOf(error), form_id: call.meta.form_id });
      },
    );
  }
  if (calls.length === 0) resolve([]);
  return promise;
}

const isFault = (error: Error & { code?: number }): boolean => (error.code ?? 500) >= 500;

/** Returns an error with an unknown outcome if there is one, else the first. */
const worst = (errors: (Error & { type?: string })[]): Error | undefined =>
  errors.find(({ type }) => type === "OUTCOME_UNKNOWN") ?? errors[0];

function errorOf(error: Error & { code?: number; type?: string; data?: unknown }) {
  const { name, message, code, type, data } = error;
  return { name, message, ...(code !== undefined && { code }), ...(type !== undefined && { type }), data };
}
