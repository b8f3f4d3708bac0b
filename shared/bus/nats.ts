import { setTimeout as sleep } from "node:timers/promises";
import { Errors, type Middleware, type ServiceBroker, Transporters } from "moleculer";
import { type ConnectionOptions, connect, createInbox, type Msg, type NatsConnection } from "nats";
import { abortStart } from "../platform/ops/abortStart.ts";
import { needPart } from "../platform/ops/readiness.ts";
import { waitFor } from "../platform/ops/waiting.ts";
import { failPending, forgetNode, meetAgain, type Packet, requestId } from "./internals.ts";

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
  /** of `performance.now()`: since when NATS has not answered; null: it does */
  #silentSince: number | null = null;
  #undelivered = createInbox();
  /** of this turn of the event loop, in their order */
  #outgoing: { topic: string; data: Buffer; reply?: string }[] = [];

  override async connect(): Promise<void> {
    const options = connectionOptions(String(this.opts.url));
    this.client = await waitFor(`NATS at ${options.servers}`, this.logger, () => connect(options));
    this.isUp = true;
    this.client.subscribe(`${this.#undelivered}.>`, { callback: (_error, message) => this.#bounced(message) });
    void this.#watch(this.client);
    await this.onConnected();
  }

  /**
   * NATS, when it has been away for longer than a request waits for it anyway: one blip must not take all gateways from
   * their balancer at once.
   */
  async waitsFor(): Promise<string | undefined> {
    const asked = performance.now();
    if (this.isUp && (await this.#answers())) this.#silentSince = null;
    else this.#silentSince ??= asked;
    return this.#silentSince === null || asked - this.#silentSince < toleratedMs ? undefined : "NATS";
  }

  /** The whole way there and back, which a server that is silent never ends. */
  #answers(): Promise<boolean> {
    const answer = this.client?.flush().then(() => true);
    return Promise.race([answer ?? false, sleep(flushMs, false, { ref: false })]).catch(() => false);
  }

  /**
   * What one turn of the event loop has to say goes to NATS in one write: the client writes whatever is published together at
   * once, and messages of different requests are published together only here. It is the write that costs, not the message.
   */
  override async send(topic: string, data: Buffer, { packet }: { packet?: Packet } = {}): Promise<void> {
    const id = requestId(packet);
    const reply = id === undefined ? {} : { reply: `${this.#undelivered}.${id}` };
    if (this.#outgoing.push({ topic, data, ...reply }) === 1) setImmediate(() => this.#publish());
  }

  #publish(): void {
    const messages = this.#outgoing;
    this.#outgoing = [];
    for (const { topic, data, reply } of messages) this.client?.publish(topic, data, reply ? { reply } : undefined);
  }

  override async disconnect(): Promise<void> {
    this.#publish();
    await super.disconnect();
  }

  #bounced({ subject }: Msg): void {
    const id = subject.slice(subject.lastIndexOf(".") + 1);
    const gone = failPending(
      this.transit,
      id,
      ({ action, nodeID }) => new Errors.ServiceNotAvailableError({ action: action.name, nodeID }),
    );
    if (gone) forgetNode(this.transit, gone);
  }

  async #watch(client: NatsConnection): Promise<void> {
    const needless = needPart(this);
    for await (const { type } of client.status()) {
      if (type === "disconnect") {
        this.isUp = false;
        this.#silentSince ??= performance.now();
        this.logger.warn("NATS is not reachable; waiting for it.");
      } else if (type === "reconnect") {
        this.isUp = true;
        this.#silentSince = null;
        this.logger.info("NATS is reachable again.");
        await meetAgain(this.transit);
      }
    }
    // closed, which only this process does
    this.isUp = false;
    needless();
  }
}

/** as long as a request waits (services/gateway/request/call.ts) */
const toleratedMs = 10_000;
const flushMs = 500;

const serviceNames = ["gateway", "auth", "forms", "sessions", "analytics", "integrations"];

/** A process with only some of the services is of no use by itself: it does not start without NATS_URL (decisions §8). */
export function busNeeded(): Middleware {
  return {
    name: "BusNeeded",
    async starting(broker: ServiceBroker) {
      const missing = serviceNames.filter((name) => !broker.services.some((service) => service.name === name));
      if (broker.transit || missing.length === 0) return;
      abortStart(
        `NATS_URL is needed to reach ${missing.join(", ")}, which run elsewhere; "npm start" runs all in one process.`,
      );
    },
  };
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
