import type { Readable, Transform } from "node:stream";
import zlib from "node:zlib";

/** Counted after decompression (decisions §7). */
export const bodyLimit = 64 * 1024;

export interface Text {
  text: string;
  is_cut: boolean;
}

/**
 * The first 64 KiB of a body as text; the rest is not read. A compressed body is unpacked only as far as that, however
 * much it would make. What cannot be unpacked gives what came before; a body that breaks off rejects.
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

/** PostgreSQL's text holds no U+0000; a character that the cut went through is left out. */
function textOf(bytes: Buffer, isCut: boolean): string {
  const text = new TextDecoder().decode(bytes, { stream: isCut }).replaceAll("\u0000", "\ufffd");
  // what is no UTF-8 becomes U+FFFD, which is three bytes for one
  const kept = Buffer.from(text);
  return kept.length <= bodyLimit ? text : new TextDecoder().decode(kept.subarray(0, bodyLimit), { stream: true });
}
