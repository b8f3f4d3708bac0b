import type { Context, Middleware, ServiceBroker, Transporters } from "moleculer";
import type { NatsConnection } from "nats";

/**
 * All that Pathform takes of Moleculer beyond its documented interface. test/bus/internals.test.ts fails when another
 * version of Moleculer has one of these fields no more, or as something else.
 */

/** How a packet is handed to a transporter: what it is, beside its bytes. */
export interface Packet {
  type: string;
  target?: string | null;
  payload: { id?: string; success?: boolean };
}

/** The id of a request that goes to one node, as `failPending` takes it. */
export function requestId(packet: Packet | undefined): string | undefined {
  return packet?.type === "REQ" && packet.target ? packet.payload.id : undefined;
}

/** An answer that says that its call has failed. */
export const isFailure = (packet: Packet | undefined): boolean =>
  packet?.type === "RES" && packet.payload.success === false;

interface Pending {
  nodeID: string;
  action: { name: string };
  reject(error: Error): void;
}

type Transit = NonNullable<ServiceBroker["transit"]>;

/** Ends a call to another node that still waits for its answer, with `errorOf` it; gives the node that did not answer. */
export function failPending(
  transit: Transit | undefined,
  id: string,
  errorOf: (call: Pending) => Error,
): string | null {
  // declared as an action's name; it is the action itself
  const pending = transit?.pendingRequests.get(id) as Pending | undefined;
  if (!pending) return null;
  transit?.pendingRequests.delete(id);
  pending.reject(errorOf(pending));
  return pending.nodeID;
}

/** A node that is gone: it is asked no more, and the calls that it has not answered fail. */
export const forgetNode = (transit: Transit, nodeId: string): void =>
  transit.discoverer.remoteNodeDisconnected(nodeId, true);

/** After a time without the bus: no heartbeat has come through meanwhile, from us or to us. */
export async function meetAgain(transit: Transit): Promise<void> {
  await transit.discoverer.sendLocalNodeInfo();
  await transit.discoverer.discoverAllNodes();
}

/** Is there anybody who would take this call? */
export const isAvailable = (broker: ServiceBroker, action: string): boolean =>
  broker.registry.actions.isAvailable(action);

/** Whether all copies of a service that are on the bus offer this action: those of an older version may not. */
export function offersEverywhere(broker: ServiceBroker, service: string, action: string): boolean {
  const copies: object[] = broker.registry.getServiceList({ withActions: true, onlyAvailable: true });
  return (copies as Copy[]).every(({ name, actions }) => name !== service || action in actions);
}

interface Copy {
  name: string;
  actions: Record<string, unknown>;
}

/** What the server that this process is connected to takes; unknown, and so without bound, before it is connected. */
export function maxPayload(broker: ServiceBroker | undefined): number {
  const transporter: (Transporters.Base & { client?: NatsConnection | null }) | undefined = broker?.transit?.tx;
  return transporter?.client?.info?.max_payload ?? Number.POSITIVE_INFINITY;
}

/** The context of a call is a property of its promise. */
export const contextOf = (called: Promise<unknown>): Context | undefined =>
  (called as Promise<unknown> & { ctx?: Context }).ctx;

type Send = (topic: string, data: Buffer, meta: { packet?: Packet }) => Promise<void>;
type Receive = (command: string, data: Buffer, socket: unknown) => Promise<void>;

/** What Moleculer calls these by; its own types say that they are what they give. */
interface Hooks extends Omit<Middleware, "call" | "transporterSend" | "transporterReceive"> {
  call?(next: ServiceBroker["call"]): (...args: Parameters<ServiceBroker["call"]>) => Promise<unknown>;
  transporterSend?(next: Send): Send;
  transporterReceive?(next: Receive): Receive;
}

export function middleware(hooks: Hooks): Middleware {
  const untyped: object = hooks;
  return untyped;
}
