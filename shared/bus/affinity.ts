import { type Context, type Endpoint, type Middleware, Strategies } from "moleculer";
import { retry } from "../platform/retry.ts";
import { contextOf, middleware, rejecterOf } from "./internals.ts";

/**
 * Routes all calls of a session to the same copy, so that its data is cached there. Rendezvous hashing spreads sessions evenly
 * and moves only those of a lost copy. Correctness doesn't depend on it. Calls without a session go to a random copy.
 */
class Affinity extends Strategies.Base {
  override select(endpoints: Endpoint[], context?: Context): Endpoint {
    const reachable = endpoints.filter((endpoint) => !isAvoided(endpoint.id));
    const candidates = reachable.length > 0 ? reachable : endpoints;
    const key = (context?.params as { session_id?: string } | undefined)?.session_id;
    if (!key) return candidates[Math.floor(Math.random() * candidates.length)] as Endpoint;
    return candidates.reduce((best, next) => (weight(key, next.id) > weight(key, best.id) ? next : best));
  }
}

/** Name of the strategy, as registered with Moleculer. */
export const affinity = "Affinity";
Strategies.register(affinity, Affinity as never);

/** FNV-1a with the finalizer of MurmurHash3, which spreads inputs that differ only at the end. */
function weight(key: string, node: string): number {
  let hash = 0x811c9dc5;
  for (const text of [node, key]) {
    for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Copies that timed out lately: paused, disconnected or stuck. Missing heartbeats show only seconds later. */
const avoided = new Map<string, number>();
const avoidMs = 4_000;

function isAvoided(node: string): boolean {
  const until = avoided.get(node);
  if (until === undefined) return false;
  if (until > Date.now()) return true;
  avoided.delete(node);
  return false;
}

/**
 * Avoids a copy for a while after a call to it timed out. Settles that call: Moleculer forgets it without that, and a stop would wait
 * for it.
 */
export function avoidTimedOut(): Middleware {
  const rejecters = new WeakMap<Context, (error: Error) => void>();
  return middleware({
    name: "AvoidTimedOut",
    remoteAction(next: (context: Context) => Promise<unknown>) {
      return (context: Context) => {
        const called = next(context);
        // a stop doesn't wait for the others
        const reject = context.options.tracking === false ? undefined : rejecterOf(context);
        if (reject) rejecters.set(context, reject);
        return called;
      };
    },
    call(next) {
      return (...args) => {
        const called = next(...args);
        return called.catch((error: Error & { type?: string; data?: { nodeID?: string } }) => {
          if (error.type === "REQUEST_TIMEOUT" && error.data?.nodeID) {
            avoided.set(error.data.nodeID, Date.now() + avoidMs);
            const context = contextOf(called);
            if (context) rejecters.get(context)?.(error);
          }
          throw error;
        });
      };
    },
  });
}

/** How long a call that no copy ran waits for one: a copy that lost its connection is back within 200 ms. */
const unsentMs = 1_000;
const unsentPauses = { first: 50, longest: 200 };

type Unsent = Error & { type?: string; data?: { action?: string; nodeID?: string } };

/**
 * Repeats a call if its copy had left without running it, so that calls between services outlive a copy like those of the gateway.
 * The registry has forgotten the copy by then. Without another copy, the call waits for one: NATS ends all connections when it loads
 * new rights.
 */
export function repeatUnsent(): Middleware {
  return middleware({
    name: "RepeatUnsent",
    call(next) {
      return (...args) => {
        const [action, , { nodeID, stream } = {}] = args;
        const called = next(...args);
        // a stream can't be read twice
        if (nodeID || stream) return called;
        const wasUnsent = ({ type = "", data }: Unsent) =>
          ["SERVICE_NOT_AVAILABLE", "SERVICE_NOT_FOUND"].includes(type) && data?.action === action;
        return called.catch((error: Unsent) => {
          const hasLeft = wasUnsent(error) && error.data?.nodeID;
          if (!hasLeft) throw error;
          const end = Date.now() + unsentMs;
          const mayRetry = (failure: unknown, pause: number) =>
            wasUnsent(failure as Unsent) && Date.now() + pause < end;
          return retry(async () => next(...args), unsentPauses, mayRetry);
        });
      };
    },
  });
}
