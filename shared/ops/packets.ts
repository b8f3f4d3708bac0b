import { deflateSync, inflateSync } from "node:zlib";
import { Errors, type Middleware, type ServiceBroker } from "moleculer";

/**
 * Packets of the bus stay under what NATS carries (`max_payload`, 1 MiB by default). A large one is deflated, which makes
 * JSON a tenth as large; one that is still too large fails its call alone, with a type that the caller can act on.
 * JSON begins with a brace and a zlib stream (RFC 1950) with 0x78, so a receiver tells them apart.
 */
export const packetTooLarge = "PACKET_TOO_LARGE";

const deflateAbove = 256 * 1024;
const zlibMark = 0x78;
const inflatedLimit = 64 * 1024 * 1024;

type Send = (topic: string, data: Buffer, meta: object) => Promise<void>;
type Receive = (command: string, data: Buffer, socket: unknown) => Promise<void>;

export function boundedPackets(): Middleware {
  let broker: ServiceBroker | undefined;
  return {
    name: "BoundedPackets",
    created(created: ServiceBroker) {
      broker = created;
    },
    transporterSend(next: Send): Send {
      return (topic, data, meta) => {
        const packet = data.length > deflateAbove ? deflateSync(data) : data;
        if (packet.length <= maxPayload(broker)) return next(topic, packet, meta);
        broker?.logger.error(`A packet of ${packet.length} bytes for ${topic} is too large for the bus.`);
        // a failure that cannot even be told: whoever waits for it runs into its own time limit
        if (data.includes('"success":false')) return Promise.resolve();
        // thrown at once, where Moleculer makes it the answer of the call
        throw new Errors.MoleculerError("The answer is too large for the bus.", 500, packetTooLarge);
      };
    },
    transporterReceive(next: Receive): Receive {
      return (command, data, socket) =>
        next(command, data[0] === zlibMark ? inflateSync(data, { maxOutputLength: inflatedLimit }) : data, socket);
    },
  } as unknown as Middleware;
}

/** What the server that this process is connected to takes; unknown, and so without bound, before it is connected. */
export function maxPayload(broker: ServiceBroker | undefined): number {
  const transporter = broker?.transit?.tx as { client?: { info?: { max_payload?: number } } } | undefined;
  return transporter?.client?.info?.max_payload ?? Number.POSITIVE_INFINITY;
}
