import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { sending } from "./sending.ts";

/** A text, plain and compressed. Each form is made once for all requests. */
export interface Bodies {
  plain: Buffer;
  br?: Buffer | undefined;
  gzip?: Buffer | undefined;
  /** Compressions in progress. */
  compressing?: Partial<Record<Compressed, Promise<Buffer>>>;
}

type Compressed = "br" | "gzip";

/** Returns the best encoding that the client accepts, or null. */
export function encodingFor(req: IncomingMessage): Compressed | null {
  const taken = new Negotiator(req).encodings(["br", "gzip"]);
  return (["br", "gzip"] as const).find((encoding) => taken.includes(encoding)) ?? null;
}

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compressors: Record<Compressed, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => promisify(brotliCompress)(plain, brotli),
  gzip: (plain) => promisify(gzip)(plain),
};

/** Adds the encoding that the client accepts, compressed off the event loop. */
export async function compressFor(req: IncomingMessage, bodies: Bodies): Promise<void> {
  const encoding = encodingFor(req);
  if (!encoding || bodies[encoding]) return;
  bodies.compressing ??= {};
  bodies.compressing[encoding] ??= compressors[encoding](bodies.plain);
  bodies[encoding] = await bodies.compressing[encoding];
}

/** Adds Accept-Encoding to Vary. A 304 needs it too, because caches update their headers from it (RFC 9110 §15.4.5). */
export function varyByEncoding(res: ServerResponse): void {
  const vary = res.getHeader("Vary");
  res.setHeader("Vary", vary ? `${vary}, Accept-Encoding` : "Accept-Encoding");
}

/** Sends the body in an encoding that the client accepts, and only the head for HEAD. Set the status and other headers before. */
export function sendBody(req: IncomingMessage, res: ServerResponse, bodies: Bodies): void {
  const encoding = encodingFor(req);
  const compressed = encoding && bodies[encoding];
  varyByEncoding(res);
  if (compressed) res.setHeader("Content-Encoding", encoding);
  const body = compressed || bodies.plain;
  res.setHeader("Content-Length", body.length);
  if (req.method === "HEAD") res.end();
  else sending.end(res, body, body.length);
}

/** A cache, because many clients can ask for one text at the same time: a conference opens a form. */
const keptBytes = 32 * 1024 * 1024;
const kept = new LRUCache<string, Bodies>({
  maxSize: keptBytes,
  // a draft of megabytes is its owner's alone
  maxEntrySize: keptBytes / 4,
  // the text, its bytes and their compressed forms
  sizeCalculation: ({ plain }) => 3 * plain.length,
});

/** Returns the cached bodies of a text, or new ones. */
export function bodiesOf(text: string): Bodies {
  const known = kept.get(text);
  if (known) return known;
  const bodies = { plain: Buffer.from(text) };
  kept.set(text, bodies);
  return bodies;
}
