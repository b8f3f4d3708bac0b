import type { Readable, Transform } from "node:stream";
import zlib from "node:zlib";

/** Counted after decompression (decisions §7). */
export const bodyLimit = 64 * 1024;

export interface Text {
  text: string;
  is_cut: boolean;
}

/**
 * Reads the first 64 KiB of a body as text. Decompresses no further than that. If decompression fails, returns what
 * came before. Rejects if the connection breaks.
 */
export async function readBody(body: Readable, encoding: string | undefined): Promise<Text> {
  const unpack = unpackers[encoding?.trim().toLowerCase() ?? ""]?.();
  if (!unpack) return collect(body);
  let broken: Error | undefined;
  body.on("error", (error) => {
    broken = error;
    unpack.destroy(error);
  });
  body.pipe(unpack);
  try {
    return await collect(unpack, () => broken === undefined);
  } finally {
    body.destroy();
  }
}

const chunkSize = 16 * 1024;
const unpackers: Record<string, () => Transform> = {
  gzip: () => zlib.createGunzip({ chunkSize }),
  "x-gzip": () => zlib.createGunzip({ chunkSize }),
  deflate: () => zlib.createInflate({ chunkSize }),
  br: () => zlib.createBrotliDecompress({ chunkSize }),
  zstd: () => zlib.createZstdDecompress({ chunkSize }),
};

async function collect(stream: Readable, isForgiven: (error: unknown) => boolean = () => false): Promise<Text> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > bodyLimit) break;
    }
  } catch (error) {
    if (!isForgiven(error)) throw error;
  }
  const bytes = Buffer.concat(chunks).subarray(0, bodyLimit);
  return { text: textOf(bytes, length > bodyLimit), is_cut: length > bodyLimit };
}

/** Replaces U+0000, which PostgreSQL's text can't store. Drops a character that was cut. */
function textOf(bytes: Buffer, isCut: boolean): string {
  const text = new TextDecoder().decode(bytes, { stream: isCut }).replaceAll("\u0000", "\ufffd");
  // invalid UTF-8 becomes U+FFFD, which is three bytes for one
  const kept = Buffer.from(text);
  return kept.length <= bodyLimit ? text : new TextDecoder().decode(kept.subarray(0, bodyLimit), { stream: true });
}
