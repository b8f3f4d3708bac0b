import type { IncomingMessage, ServerResponse } from "node:http";
import Negotiator from "negotiator";
import { sending } from "../sending.ts";

/** One text, as it is and compressed. */
export interface Bodies {
  plain: Buffer;
  br?: Buffer | undefined;
  gzip?: Buffer | undefined;
}

export type Encoding = "br" | "gzip" | "identity";

/** The smallest that the client takes. */
export function encodingFor(req: IncomingMessage): Encoding {
  const taken = new Negotiator(req).encodings(["br", "gzip"]);
  return (["br", "gzip"] as const).find((encoding) => taken.includes(encoding)) ?? "identity";
}

/** The status and the headers but those of the encoding stand by then. HEAD gets the head alone. */
export function sendBody(req: IncomingMessage, res: ServerResponse, bodies: Bodies): void {
  const encoding = encodingFor(req);
  const compressed = encoding === "identity" ? undefined : bodies[encoding];
  res.setHeader("Vary", "Accept-Encoding");
  if (compressed) res.setHeader("Content-Encoding", encoding);
  const body = compressed ?? bodies.plain;
  res.setHeader("Content-Length", body.length);
  if (req.method === "HEAD") res.end();
  else sending.end(res, body, body.length);
}
