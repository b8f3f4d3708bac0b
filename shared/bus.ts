import { setTimeout as sleep } from "node:timers/promises";
import { Errors, Transporters } from "moleculer";
import { type ConnectionOptions, connect, createInbox, type Msg, type NatsConnection } from "nats";
import { waitingFor } from "./ops/waiting.ts";

/**
 * Moleculer over NATS, with what NATS itself knows of who is there.
 *
 * Every request carries a reply subject. When nobody is subscribed to where it goes, NATS says so at once ("no
 * responders"): the copy is gone, though its heartbeat is missed only seconds later. It is forgotten, so that what it had
 * not answered fails now, and the request itself, which reached nobody, can be sent to another copy.
 */
export class Bus extends Transporters.NATS {
  declare client: NatsConnection | null;
  /** false while NATS is not reachable; the client goes on trying by itself */
  isUp = false;
  #undelivered = createInbox();

  override async connect(): Promise<void> {
    const options = connectionOptions(String(this.opts.url));
    const arrived = waitingFor(`NATS at ${options.servers}`, this.logger);
    for (let pause = 100; !this.client; pause = Math.min(pause * 2, 5_000)) {
      try {
        this.client = await connect(options);
      } catch (error) {
        arrived.notYet((error as Error).message);
        await sleep(pause);
      }
    }
    arrived.now();
    this.isUp = true;
    this.client.subscribe(`${this.#undelivered}.>`, { callback: (_error, message) => this.#bounced(message) });
    void this.#watch(this.client);
    await this.onConnected();
  }

  /** The whole way there and back. */
  async isReachable(): Promise<boolean> {
    if (!this.isUp) return false;
    await this.client?.flush();
    return this.isUp;
  }

  override async send(topic: string, data: Buffer, { packet }: { packet?: Packet } = {}): Promise<void> {
    const id = packet?.type === "REQ" && packet.target ? (packet.payload as { id: string }).id : undefined;
    this.client?.publish(topic, data, id ? { reply: `${this.#undelivered}.${id}` } : undefined);
  }

  #bounced({ subject }: Msg): void {
    const { pendingRequests } = this.transit as unknown as { pendingRequests: Map<string, PendingRequest> };
    const id = subject.slice(subject.lastIndexOf(".") + 1);
    const request = pendingRequests.get(id);
    if (!request) return;
    pendingRequests.delete(id);
    const { nodeID } = request;
    request.reject(new Errors.ServiceNotAvailableError({ action: request.action.name, nodeID }));
    this.transit.discoverer.remoteNodeDisconnected(nodeID, true);
  }

  async #watch(client: NatsConnection): Promise<void> {
    for await (const { type } of client.status()) {
      if (type === "disconnect") {
        this.isUp = false;
        this.logger.warn("NATS is not reachable; waiting for it.");
      } else if (type === "reconnect") {
        this.isUp = true;
        this.logger.info("NATS is back.");
        // the others have heard nothing of us meanwhile, nor we of them
        await this.transit.discoverer.sendLocalNodeInfo();
        await this.transit.discoverer.discoverAllNodes();
      }
    }
    this.isUp = false;
  }
}

interface Packet {
  type: string;
  target?: string | null;
  payload: unknown;
}

interface PendingRequest {
  nodeID: string;
  action: { name: string };
  reject(error: Error): void;
}

/** `nats://user:password@a:4222,nats://b:4222`; a user without a password is a token, as NATS has it. */
export function connectionOptions(urls: string): ConnectionOptions {
  const all = urls.split(",").map((url) => new URL(url));
  const named = all.find(({ username }) => username);
  const [user, pass] = [named?.username, named?.password].map((text) => decodeURIComponent(text ?? ""));
  return {
    servers: all.map(({ host }) => host),
    ...(user && (pass ? { user, pass } : { token: user })),
    ...(all.some(({ protocol }) => protocol === "tls:") && { tls: {} }),
    // the client's own default gives up after ten tries and stays closed
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 100,
    // a server that is there and says nothing is gone within six seconds
    pingInterval: 2_000,
    maxPingOut: 2,
  };
}
