import { type Context, type Endpoint, type Middleware, Strategies } from "moleculer";
import { contextOf, failPending, middleware } from "./internals.ts";

/**
 * Sends the calls of one session to one copy while the copies stay the same, so that the session is warm there (rendezvous
 * hashing: each copy gets its even share, and only the sessions of a copy that is gone move). A hint: correctness never
 * depends on it. Without a session the copy is drawn by chance.
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

/** The name of the strategy; every process registers it. */
export const affinity = "Affinity";
Strategies.register(affinity, Affinity as never);

/** FNV-1a with murmur3's finalizer, which spreads what differs only at the end. */
function weight(key: string, node: string): number {
  let hash = 0x811c9dc5;
  for (const text of [node, key]) {
    for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Copies that did not answer lately: stopped, cut off, or stuck. Their heartbeat is missed only seconds later. */
const avoided = new Map<string, number>();
const avoidMs = 4_000;

function isAvoided(node: string): boolean {
  const until = avoided.get(node);
  if (until === undefined) return false;
  if (until > Date.now()) return true;
  avoided.delete(node);
  return false;
}

/** Whoever lets a call time out is asked last for a while. */
export function avoidsTheSilent(): Middleware {
  return middleware({
    name: "AvoidsTheSilent",
    call(next) {
      return (...args) => {
        const called = next(...args);
        return called.catch((error: Error & { type?: string; data?: { nodeID?: string } }) => {
          if (error.type === "REQUEST_TIMEOUT" && error.data?.nodeID) {
            avoided.set(error.data.nodeID, Date.now() + avoidMs);
            // Moleculer would go on waiting for an answer that nobody waits for any more, at the end of the process too
            const context = contextOf(called);
            failPending(context?.broker.transit, context?.id ?? "", () => error);
          }
          throw error;
        });
      };
    },
  });
}
