import type { ServiceBroker } from "moleculer";
import { clockOffset } from "../ops/metrics.ts";
import { narrower, type Offset } from "./clockOffset.ts";

/**
 * Clock offsets of other nodes, so that deadlines work between hosts whose clocks differ by seconds. A peer is first measured
 * when it is needed, with one ping, and then every few seconds while calls need it.
 */
const measureEveryMs = 5_000;
const pingTimeoutMs = 1_000;

interface Peer {
  offset: Offset | null;
  measuring: Promise<void> | null;
  /** since the last measurement */
  isUsed: boolean;
}

export class Clocks {
  #broker: ServiceBroker;
  #peers = new Map<string, Peer>();
  #timer: NodeJS.Timeout | undefined;

  constructor(broker: ServiceBroker) {
    this.#broker = broker;
    broker.localBus.on("$node.disconnected", ({ node }: { node: { id: string } }) => this.#forget(node.id));
    broker.localBus.on("$broker.stopped", () => clearInterval(this.#timer));
  }

  /** Returns the offset of a peer, or null if it has never responded. */
  async offsetOf(nodeId: string): Promise<Offset | null> {
    if (nodeId === this.#broker.nodeID) return { ms: 0, uncertainty: 0 };
    const peer = this.#peers.get(nodeId) ?? { offset: null, measuring: null, isUsed: true };
    this.#peers.set(nodeId, peer);
    peer.isUsed = true;
    this.#timer ??= setInterval(() => this.#measureAll(), measureEveryMs).unref();
    if (!peer.offset) await this.#measure(nodeId, peer);
    return peer.offset;
  }

  /** Forgets the offset of a peer that no call needs, because it would be old when one does. */
  #measureAll(): void {
    const used = [...this.#peers].filter(([, peer]) => peer.isUsed);
    for (const [, peer] of this.#peers) if (!peer.isUsed) peer.offset = null;
    for (const [nodeId, peer] of used) {
      peer.isUsed = false;
      void this.#measure(nodeId, peer);
    }
    if (used.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #measure(nodeId: string, peer: Peer): Promise<void> {
    peer.measuring ??= this.#ping(nodeId, peer).finally(() => {
      peer.measuring = null;
    });
    return peer.measuring;
  }

  async #ping(nodeId: string, peer: Peer): Promise<void> {
    const pong = await this.#broker.ping(nodeId, pingTimeoutMs).catch(() => null);
    if (!pong || pong.elapsedTime < 0) return;
    peer.offset = narrower(peer.offset, { ms: pong.timeDiff, uncertainty: pong.elapsedTime / 2 + 1 });
    clockOffset.set({ peer: nodeId }, -peer.offset.ms / 1_000);
  }

  #forget(nodeId: string): void {
    if (this.#peers.delete(nodeId)) clockOffset.remove({ peer: nodeId });
  }
}

const clocks = new WeakMap<ServiceBroker, Clocks>();

export function clocksOf(broker: ServiceBroker): Clocks {
  const known = clocks.get(broker) ?? new Clocks(broker);
  clocks.set(broker, known);
  return known;
}
