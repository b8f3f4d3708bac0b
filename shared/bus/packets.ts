import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { Middleware, ServiceBroker } from "moleculer";
import { answerTooLarge } from "../platform/errors.ts";
import { isFailure, isReply, maxPayload, middleware } from "./internals.ts";

/**
 * Keeps bus packets under the limit of NATS (`max_payload`, 1 MiB by default). Large packets are compressed, which shrinks JSON
 * to about 10%. If a packet is still too large, only its call fails, with its own error type.
 *
 * Brotli's window of megabytes compresses a long answer that a simulation repeats a hundred times; deflate's 32 KiB don't. A
 * Brotli stream (RFC 7932) has no magic number, so it gets a prefix byte that no JSON starts with. Moleculer's compression
 * middleware doesn't fit: it prefixes every packet, which breaks rolling updates, and decompresses without a limit.
 */
const compressAbove = 256 * 1024;
const mark = 0x62;
/** A longer reply would fill the memory and hold up the event loop of both sides, however small it is on the way. In bytes of JSON. */
const replyBytes = 4 * 1024 * 1024;
const decompressedLimit = 64 * 1024 * 1024;

/** About 5 ms per MiB. At this quality, the window size matters most. */
export const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 24 };

export function boundedPackets(): Middleware {
  let broker: ServiceBroker | undefined;
  return middleware({
    name: "BoundedPackets",
    created(created: ServiceBroker) {
      broker = created;
    },
    transporterSend(next) {
      return (topic, data, meta) => {
        const isTooLong = isReply(meta.packet) && data.length > replyBytes;
        const packet = !isTooLong && data.length > compressAbove ? compressed(data) : data;
        if (!isTooLong && packet.length <= maxPayload(broker)) return next(topic, packet, meta);
        const limit = isTooLong ? "the bus carries in a reply" : "NATS accepts (max_payload)";
        broker?.getLogger("bus").warn(`A message of ${packet.length} bytes for ${topic} is larger than ${limit}.`);
        // an error response that is too large is dropped, and its caller times out
        if (isFailure(meta.packet)) return Promise.resolve();
        // Moleculer sends this synchronous error as the response
        throw answerTooLarge();
      };
    },
    transporterReceive(next) {
      return (command, data, socket) => {
        let packet = data;
        try {
          if (data[0] === mark) packet = decompressed(data);
        } catch (error) {
          // rethrown, it would close the NATS connection
          broker?.getLogger("bus").warn(`Failed to read a bus message: ${(error as Error).message}`);
          return Promise.resolve();
        }
        return next(command, packet, socket);
      };
    },
  });
}

const compressed = (data: Buffer): Buffer =>
  Buffer.concat([Buffer.of(mark), brotliCompressSync(data, { params: brotliParams })]);

const decompressed = (packet: Buffer): Buffer =>
  brotliDecompressSync(packet.subarray(1), { maxOutputLength: decompressedLimit });
