import { setImmediate as immediate, setTimeout as sleep } from "node:timers/promises";
import { Errors, type Middleware, ServiceBroker, Transporters } from "moleculer";
import { type ConnectionOptions, connect, createInbox, type Msg, type NatsConnection, type Status } from "nats";
import { abortStart } from "../platform/ops/abortStart.ts";
import { servicesName } from "../platform/ops/processName.ts";
import { needPart } from "../platform/ops/readiness.ts";
import { waitFor } from "../platform/ops/waiting.ts";
import { type Broadcast, broadcasts, type Subjects } from "./contract/subjects.ts";
import { announce, failPending, forgetNode, type Packet, rediscover, requestId } from "./internals.ts";
import { BusRights } from "./rights.ts";

/**
 * Moleculer transporter for NATS that detects dead copies with NATS' "no responders" status.
 *
 * Every request has a reply subject. If no one subscribes to the request's subject, NATS replies "no responders" immediately,
 * seconds before the heartbeat times out. The dead copy is removed, its pending calls fail, and the request is sent to another
 * copy.
 */
export class Bus extends Transporters.NATS {
  declare client: NatsConnection | null;
  readonly #services: readonly string[];
  /** False while NATS is unreachable. The client reconnects automatically. */
  isUp = false;
  /** Time (`performance.now()`) of the first failed probe; null while NATS responds. */
  #silentSince: number | null = null;
  #undelivered = createInbox();
  #rights: BusRights | undefined;
  /** subscriptions that NATS refused, by subject, and how to ask again */
  #deaf = new Map<string, () => void>();
  /** messages of this event loop turn, in order */
  #outgoing: { topic: string; data: Buffer; reply?: string }[] = [];

  /** `services`: of this process */
  constructor({
    services = servicesName.split("+"),
    ...options
  }: { url: string | undefined; services?: readonly string[] }) {
    super(options);
    this.#services = services;
  }

  override async connect(): Promise<void> {
    const options = { ...connectionOptions(String(this.opts.url)), name: `pathform ${this.broker.nodeID}` };
    this.client = await waitFor(`NATS at ${options.servers}`, this.logger, () => connect(options));
    this.isUp = true;
    this.#hear(`${this.#undelivered}.>`, (message) => this.#bounced(message));
    this.#rights = new BusRights({
      services: this.#services,
      warn: (message) => this.logger.warn(message),
      probe: (subjects) => this.#probe(subjects),
    });
    void this.#watch(this.client);
    await this.onConnected();
    // for the log of the start
    this.#rights.waitsFor().catch(() => undefined);
  }

  /**
   * Returns a right that the user lacks since the start. Returns "NATS" only after it has been unavailable for longer than a request's timeout. A short outage must not remove all
   * gateways from their load balancer.
   */
  async waitsFor(): Promise<string | undefined> {
    const asked = performance.now();
    if (this.isUp && (await this.#answers())) this.#silentSince = null;
    else this.#silentSince ??= asked;
    if (this.#silentSince !== null) return asked - this.#silentSince < toleratedMs ? undefined : "NATS";
    return this.#rights?.waitsFor();
  }

  override async subscribe(command: string, nodeId?: string): Promise<void> {
    this.#hear(this.getTopicName(command, nodeId), ({ data }) => this.receive(command, Buffer.from(data)));
  }

  /** The client forgets a subscription that NATS refuses, so it is made again once the right may be there (`#probe`). */
  #hear(subject: string, take: (message: Msg) => void): void {
    const callback = (error: Error | null, message: Msg) =>
      error ? void this.#deaf.set(subject, () => this.#hear(subject, take)) : take(message);
    this.client?.subscribe(subject, { callback });
  }

  /** Tries to send to all of these subjects, and makes refused subscriptions again. The others were tried when they were made. */
  async #probe({ sends }: Subjects): Promise<boolean> {
    for (const subject of sends) await this.#trySending(subject);
    const refused = [...this.#deaf.values()];
    this.#deaf.clear();
    for (const hearAgain of refused) hearAgain();
    const isAnswered = await this.#answers();
    // the client reports refusals that came before the reply in a later microtask
    await immediate();
    return isAnswered;
  }

  /** No copy has the name `rights`. Its messages to all copies change nothing, and only those about a node need this one's. */
  async #trySending(subject: string): Promise<void> {
    if (subject === "INFO") {
      await announce(this.transit);
      // it leaves with the messages of this turn
      await immediate();
    } else if (broadcasts.includes(subject as Broadcast)) {
      const message = { ver: ServiceBroker.PROTOCOL_VERSION, sender: "rights" };
      this.client?.publish(`${this.prefix}.${subject}`, JSON.stringify(message));
    } else this.client?.publish(`${this.prefix}.${subject.replace(/>$/, "rights")}`);
  }

  /** Returns whether a round trip to the server completes in time. */
  #answers(): Promise<boolean> {
    const answer = this.client?.flush().then(() => true);
    return Promise.race([answer ?? false, sleep(flushMs, false, { ref: false })]).catch(() => false);
  }

  /** Sends all messages of one event loop turn to NATS in one write, because the write is the expensive part. */
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

  #refused({ operation, subject }: NonNullable<Status["permissionContext"]>): void {
    const isOwn = subject.startsWith(`${this.prefix}.`);
    const name = isOwn ? subject.slice(this.prefix.length + 1) : `${subject.split(".")[0]}.>`;
    this.#rights?.refuse(operation === "publish" ? "send" : "hear", name);
  }

  async #watch(client: NatsConnection): Promise<void> {
    const needless = needPart("NATS", this);
    for await (const { type, permissionContext } of client.status()) {
      if (permissionContext) this.#refused(permissionContext);
      if (type === "disconnect") {
        this.isUp = false;
        this.#silentSince ??= performance.now();
        this.logger.warn("NATS unavailable, reconnecting");
      } else if (type === "reconnect") {
        this.isUp = true;
        this.#silentSince = null;
        this.logger.info("NATS available");
        await rediscover(this.transit);
      }
    }
    this.isUp = false;
    needless();
  }
}

/** Timeout of a request (services/gateway/request/call.ts). */
const toleratedMs = 10_000;
const flushMs = 500;

const serviceNames = ["gateway", "auth", "forms", "sessions", "analytics", "integrations"];

/** Aborts the start of a process with only some of the services and no NATS_URL (decisions §8). */
export function busNeeded(): Middleware {
  return {
    name: "BusNeeded",
    async starting(broker: ServiceBroker) {
      const missing = serviceNames.filter((name) => !broker.services.some((service) => service.name === name));
      if (broker.transit || missing.length === 0) return;
      abortStart(
        `Set NATS_URL to reach ${missing.join(", ")}, which this process doesn't run. "npm start" runs all services in one process.`,
      );
    },
  };
}

/** Parses `nats://user:password@a:4222,nats://b:4222`. A user without a password is a token. */
export function connectionOptions(urls: string): ConnectionOptions {
  const all = urls.split(",").map((url) => new URL(url));
  const named = all.find(({ username }) => username);
  const [user, pass] = [named?.username, named?.password].map((text) => decodeURIComponent(text ?? ""));
  return {
    servers: all.map(({ host }) => host),
    ...(user && (pass ? { user, pass } : { token: user })),
    ...(all.some(({ protocol }) => protocol === "tls:") && { tls: {} }),
    // the client's default is 10 attempts
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 100,
    // each process knows its own heartbeats
    noEcho: true,
    // detects a silent server within 6 seconds
    pingInterval: 2_000,
    maxPingOut: 2,
  };
}
