import type { Middleware, ServiceBroker } from "moleculer";
import { chunkField, metadataOf, middleware } from "./internals.ts";

/**
 * Sends chunks of streams, such as files, exports and large drafts, as Base64. Moleculer writes each byte as a number in JSON:
 * almost three times as many bytes as Base64 and over ten times the CPU, which holds up the event loop of both sides. A node says
 * in its metadata that it reads Base64, because copies of an older release don't.
 */
const encoding = "base64";

/** Metadata of every node. */
export const chunkMetadata = { chunks: encoding };

interface Encoded {
  type: typeof encoding;
  data: string;
}

export function encodedChunks(): Middleware {
  let broker: ServiceBroker | undefined;
  return middleware({
    name: "EncodedChunks",
    created(created: ServiceBroker) {
      broker = created;
    },
    transitPublish(next) {
      return (packet) => {
        const { type, payload, target } = packet;
        const field = chunkField(type, payload);
        const chunk = field && payload[field];
        if (field && Buffer.isBuffer(chunk) && metadataOf(broker, target)?.["chunks"] === encoding)
          payload[field] = { type: encoding, data: chunk.toString(encoding) } satisfies Encoded;
        return next(packet);
      };
    },
    transitMessageHandler(next) {
      return (command, packet) => {
        const { payload } = packet;
        const field = chunkField(command, payload);
        const chunk = field && (payload[field] as Encoded | null | undefined);
        if (field && chunk?.type === encoding) payload[field] = Buffer.from(chunk.data, encoding);
        return next(command, packet);
      };
    },
  });
}
