import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { sending } from "./sending.ts";

/** One text, as it is and compressed: each once, however many ask for it. */
export interface Bodies {
  plain: Buffer;
  br?: Buffer | undefined;
  gzip?: Buffer | undefined;
  /** what is under way */
  compressing?: Partial<Record<Compressed, Promise<Buffer>>>;
}

type Compressed = "br" | "gzip";

/** The smallest that the client takes. */
export function encodingFor(req: IncomingMessage): Compressed | null {
  const taken = new Negotiator(req).encodings(["br", "gzip"]);
  return (["br", "gzip"] as const).find((encoding) => taken.includes(encoding)) ?? null;
}

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compressors: Record<Compressed, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => promisify(brotliCompress)(plain, brotli),
  gzip: (plain) => promisify(gzip)(plain),
};

/** Off the event loop; what the client takes is there when it resolves. */
export async function compressFor(req: IncomingMessage, bodies: Bodies): Promise<void> {
  const encoding = encodingFor(req);
  if (!encoding || bodies[encoding]) return;
  bodies.compressing ??= {};
  bodies.compressing[encoding] ??= compressors[encoding](bodies.plain);
  bodies[encoding] = await bodies.compressing[encoding];
}

/** A 304 has it too: a cache updates what it keeps by it (RFC 9110 §15.4.5). */
export function varyByEncoding(res: ServerResponse): void {
  const vary = res.getHeader("Vary");
  res.setHeader("Vary", vary ? `${vary}, Accept-Encoding` : "Accept-Encoding");
}

/** The status and the headers but those of the encoding stand by then. HEAD gets the head alone. */
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

/** Many ask for one text at once: a published form that is opened by a conference, or whose readers take nothing. */
const keptBytes = 32 * 1024 * 1024;
const kept = new LRUCache<string, Bodies>({
  maxSize: keptBytes,
  // its text, its bytes, and what is made of them
  sizeCalculation: ({ plain }) => 3 * plain.length,
});

/** The same for the same text, as long as it is kept. */
export function bodiesOf(text: string): Bodies {
  const known = kept.get(text);
  if (known) return known;
  const bodies = { plain: Buffer.from(text) };
  kept.set(text, bodies);
  return bodies;
}
