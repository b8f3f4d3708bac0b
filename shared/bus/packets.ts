import { deflateSync, inflateSync } from "node:zlib";
import { Errors, type Middleware, type ServiceBroker } from "moleculer";
import { isFailure, maxPayload, middleware } from "./internals.ts";

/**
 * Packets of the bus stay under what NATS carries (`max_payload`, 1 MiB by default). A large one is deflated, which makes
 * JSON a tenth as large; one that is still too large fails its call alone, with a type that the caller can act on.
 * JSON begins with a brace and a zlib stream (RFC 1950) with 0x78, so a receiver tells them apart. Moleculer's own
 * compression middleware puts a mark before every packet, so that copies with and without it cannot talk during a rolling
 * update, and inflates without a bound.
 */
export const packetTooLarge = "PACKET_TOO_LARGE";

const deflateAbove = 256 * 1024;
const zlibMark = 0x78;
const inflatedLimit = 64 * 1024 * 1024;

export function boundedPackets(): Middleware {
  let broker: ServiceBroker | undefined;
  return middleware({
    name: "BoundedPackets",
    created(created: ServiceBroker) {
      broker = created;
    },
    transporterSend(next) {
      return (topic, data, meta) => {
        const packet = data.length > deflateAbove ? deflateSync(data) : data;
        if (packet.length <= maxPayload(broker)) return next(topic, packet, meta);
        broker?.logger.error(
          `A message of ${packet.length} bytes for ${topic} is larger than NATS accepts (max_payload).`,
        );
        // a failure that cannot even be sent: whoever waits for it runs into its own time limit
        if (isFailure(meta.packet)) return Promise.resolve();
        // thrown at once, where Moleculer makes it the answer of the call
        throw new Errors.MoleculerError("The answer is too large for the bus.", 500, packetTooLarge);
      };
    },
    transporterReceive(next) {
      return (command, data, socket) =>
        next(command, data[0] === zlibMark ? inflateSync(data, { maxOutputLength: inflatedLimit }) : data, socket);
    },
  });
}
