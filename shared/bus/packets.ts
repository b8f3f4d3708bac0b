import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { Middleware, ServiceBroker } from "moleculer";
import { answerTooLarge } from "../platform/errors.ts";
import { isFailure, maxPayload, middleware } from "./internals.ts";

/**
 * Packets of the bus stay under what NATS carries (`max_payload`, 1 MiB by default). A large one is compressed, which makes
 * JSON a tenth as large; one that is still too large fails its call alone, with a type that the caller can act on.
 * Brotli remembers megabytes, so that a long answer that stands a hundred times in a simulation is sent once; deflate
 * remembers 32 KiB. A Brotli stream (RFC 7932) has no magic number, so a mark stands before it that no JSON begins with.
 * Moleculer's own compression middleware puts a mark before every packet, so that copies with and without it cannot talk
 * during a rolling update, and decompresses without a bound.
 */
const compressAbove = 256 * 1024;
const mark = 0x62;
const decompressedLimit = 64 * 1024 * 1024;

/** Some 5 ms a MiB; at this quality the window is what makes the difference. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 24 };

export function boundedPackets(): Middleware {
  let broker: ServiceBroker | undefined;
  return middleware({
    name: "BoundedPackets",
    created(created: ServiceBroker) {
      broker = created;
    },
    transporterSend(next) {
      return (topic, data, meta) => {
        const packet = data.length > compressAbove ? compressed(data) : data;
        if (packet.length <= maxPayload(broker)) return next(topic, packet, meta);
        broker?.logger.warn(
          `A message of ${packet.length} bytes for ${topic} is larger than NATS accepts (max_payload).`,
        );
        // a failure that cannot even be sent: whoever waits for it runs into its own time limit
        if (isFailure(meta.packet)) return Promise.resolve();
        // thrown at once, where Moleculer makes it the answer of the call
        throw answerTooLarge();
      };
    },
    transporterReceive(next) {
      return (command, data, socket) => {
        let packet = data;
        try {
          if (data[0] === mark) packet = decompressed(data);
        } catch (error) {
          // thrown further it would end the connection to NATS, and for good
          broker?.logger.warn(`A message on the bus cannot be read: ${(error as Error).message}`);
          return Promise.resolve();
        }
        return next(command, packet, socket);
      };
    },
  });
}

const compressed = (data: Buffer): Buffer => Buffer.concat([Buffer.of(mark), brotliCompressSync(data, { params })]);

const decompressed = (packet: Buffer): Buffer =>
  brotliDecompressSync(packet.subarray(1), { maxOutputLength: decompressedLimit });
