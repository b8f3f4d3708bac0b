/**
 * Subjects of the bus that each service sends to and hears, below the namespace. `deploy/nats/nats.conf` gives its user these rights
 * and no others, each process checks that it has them (shared/bus/rights.ts), and a test compares both with the calls in the code.
 */

/** Services that each one calls. */
const called: Record<string, readonly string[]> = {
  gateway: ["auth", "forms", "sessions", "analytics", "integrations"],
  auth: ["forms", "sessions", "analytics", "integrations"],
  forms: ["auth", "sessions", "integrations"],
  sessions: ["auth", "forms", "integrations"],
  analytics: ["auth", "forms", "sessions", "integrations"],
  integrations: ["auth", "forms", "sessions"],
};

/** Services that each one sends events to: its own copies (shared/bus/wakes.ts), and the consumers of `session.event`. */
const told: Record<string, readonly string[]> = {
  auth: ["auth"],
  forms: ["forms"],
  sessions: ["sessions", "integrations", "analytics"],
  analytics: ["analytics"],
  integrations: ["integrations"],
};

/** Moleculer sends these to all nodes. */
export const broadcasts = ["DISCOVER", "INFO", "DISCONNECT", "HEARTBEAT", "PING"] as const;
export type Broadcast = (typeof broadcasts)[number];

/** A subject. With `.>`, it is for one node, or for one of a service. */
export interface Subjects {
  sends: string[];
  hears: string[];
}

/** Subjects of a process with these services, whose name is theirs. */
export function subjectsOf(services: readonly string[]): Subjects {
  const toEach = (kind: string, names: Record<string, readonly string[]>) =>
    services.flatMap((service) => names[service] ?? []).map((name) => `${kind}.${name}.>`);
  const answers = services.some((service) => service !== "gateway") ? ["RES.>"] : [];
  const own = services.join("+");
  const toOne = ["DISCOVER", "INFO", "PING", "PONG"];
  return {
    sends: [
      ...broadcasts,
      ...toOne.map((kind) => `${kind}.>`),
      ...new Set([...toEach("REQ", called), ...toEach("EVENT", told)]),
      ...answers,
    ],
    hears: [...broadcasts, ...[...toOne, "REQ", "RES", "EVENT"].map((kind) => `${kind}.${own}.>`)],
  };
}
