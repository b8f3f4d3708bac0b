import type { Context, Middleware, ServiceBroker, Transporters } from "moleculer";
import type { NatsConnection } from "nats";

/**
 * All undocumented parts of Moleculer that Pathform uses. test/bus/internals.test.ts fails if a Moleculer version removes or
 * changes one of them.
 */

/** Metadata of a packet, as a transporter gets it with the bytes. */
export interface Packet {
  type: string;
  target?: string | null;
  payload: { id?: string; success?: boolean; stream?: boolean; params?: unknown; data?: unknown };
}

/** Returns the id of a request to one node, for `failPending`. */
export function requestId(packet: Packet | undefined): string | undefined {
  return packet?.type === "REQ" && packet.target ? packet.payload.id : undefined;
}

/** Returns whether a packet is the error response of a call. */
export const isFailure = (packet: Packet | undefined): boolean =>
  packet?.type === "RES" && packet.payload.success === false;

/** Returns whether a packet is the response of a call. */
export const isReply = (packet: Packet | undefined): boolean => packet?.type === "RES";

/** Returns the field of a packet's payload with the bytes of a stream, or null if it carries none. */
export function chunkField(type: string, payload: Packet["payload"] | undefined): "params" | "data" | null {
  if (!payload?.stream) return null;
  if (type === "REQ") return "params";
  return type === "RES" ? "data" : null;
}

/** Returns the metadata (BrokerOptions) of another node. Undefined if it isn't known. */
export const metadataOf = (
  broker: ServiceBroker | undefined,
  nodeId: string | null | undefined,
): Record<string, unknown> | undefined =>
  (broker?.registry.nodes.get(nodeId ?? "") as { metadata?: Record<string, unknown> } | undefined)?.metadata;

interface Pending {
  nodeID: string;
  action: { name: string };
  reject(error: Error): void;
}

type Transit = NonNullable<ServiceBroker["transit"]>;

/** Rejects a pending call to another node with `errorOf(call)`. Returns that node's id, or null if the call isn't pending. */
export function failPending(
  transit: Transit | undefined,
  id: string,
  errorOf: (call: Pending) => Error,
): string | null {
  // Moleculer declares `action` as a name, but it is the action itself
  const pending = transit?.pendingRequests.get(id) as Pending | undefined;
  if (!pending) return null;
  transit?.pendingRequests.delete(id);
  pending.reject(errorOf(pending));
  return pending.nodeID;
}

/** Returns a function that rejects this call to another node, even after Moleculer has forgotten it. Undefined if it isn't pending. */
export function rejecterOf({ broker, id }: Context): ((error: Error) => void) | undefined {
  const pending = broker.transit?.pendingRequests.get(id) as Pending | undefined;
  return pending && ((error) => pending.reject(error));
}

/** Removes a lost node. Its pending calls fail. */
export const forgetNode = (transit: Transit, nodeId: string): void =>
  transit.discoverer.remoteNodeDisconnected(nodeId, true);

/** Tells the others what this node is. */
export const announce = (transit: Transit): Promise<void> => transit.discoverer.sendLocalNodeInfo();

/** Announces this node and discovers the others after a disconnect, during which no heartbeats arrived. */
export async function rediscover(transit: Transit): Promise<void> {
  await announce(transit);
  await transit.discoverer.discoverAllNodes();
}

/** Returns whether any node accepts this call. */
export const isAvailable = (broker: ServiceBroker, action: string): boolean =>
  broker.registry.actions.isAvailable(action);

/** Returns whether all copies of a service offer this action. Copies of an older version may not. */
export function offersEverywhere(broker: ServiceBroker, service: string, action: string): boolean {
  const copies: object[] = broker.registry.getServiceList({ withActions: true, onlyAvailable: true });
  return (copies as Copy[]).every(({ name, actions }) => name !== service || action in actions);
}

/** Returns the nodes whose copy of a service offers this action. */
export function nodesWith(broker: ServiceBroker, service: string, action: string): string[] {
  const copies: object[] = broker.registry.getServiceList({ withActions: true, onlyAvailable: true });
  return (copies as Copy[]).filter(({ name, actions }) => name === service && action in actions).map((it) => it.nodeID);
}

interface Copy {
  name: string;
  nodeID: string;
  actions: Record<string, unknown>;
}

/** Returns the parameter rules of an action as its copy announced them. Undefined if that node doesn't offer it. */
export function rulesOf(broker: ServiceBroker, nodeId: string, action: string): Record<string, unknown> | undefined {
  const nodes = broker.registry.nodes.get(nodeId) as
    | { services?: { actions?: Record<string, Announced> }[] }
    | undefined;
  const found = nodes?.services?.find(({ actions }) => actions && action in actions)?.actions?.[action];
  return found && (found.params ?? {});
}

interface Announced {
  params?: Record<string, unknown>;
}

/** Returns the maximum message size of the NATS server in bytes. Infinity before the connection is open. */
export function maxPayload(broker: ServiceBroker | undefined): number {
  const transporter: (Transporters.Base & { client?: NatsConnection | null }) | undefined = broker?.transit?.tx;
  return transporter?.client?.info?.max_payload ?? Number.POSITIVE_INFINITY;
}

/** Returns the context of a call, which Moleculer sets on its promise. */
export const contextOf = (called: Promise<unknown>): Context | undefined =>
  (called as Promise<unknown> & { ctx?: Context }).ctx;

type Send = (topic: string, data: Buffer, meta: { packet?: Packet }) => Promise<void>;
type Receive = (command: string, data: Buffer, socket: unknown) => Promise<void>;
type Publish = (packet: Packet) => Promise<void>;
type Handle = (command: string, packet: Packet) => Promise<boolean>;

/** Hooks as Moleculer calls them. Its own types declare them wrongly. */
interface Hooks
  extends Omit<
    Middleware,
    "call" | "transporterSend" | "transporterReceive" | "transitPublish" | "transitMessageHandler"
  > {
  call?(next: ServiceBroker["call"]): (...args: Parameters<ServiceBroker["call"]>) => Promise<unknown>;
  transporterSend?(next: Send): Send;
  transporterReceive?(next: Receive): Receive;
  transitPublish?(next: Publish): Publish;
  transitMessageHandler?(next: Handle): Handle;
}

export function middleware(hooks: Hooks): Middleware {
  const untyped: object = hooks;
  return untyped;
}
