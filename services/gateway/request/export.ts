import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Result } from "../../../shared/bus/calls.ts";
import { limitConcurrency } from "../../../shared/platform/concurrency.ts";
import { compress, flush } from "../http/compress.ts";
import type { Request } from "../routes/route.ts";

/** A reader that takes nothing for so long is cut off (decisions §6). */
const readerTimeoutMs = 5 * 60 * 1000;

/**
 * Nobody waits for a single piece of an export, so it leaves respondents room: after each it pauses for three times as long
 * as the piece took. 20,000 responses come in 4 to 8 s on a busy machine.
 */
const pauseRatio = 3;
const longestPauseMs = 250;
/**
 * Bytes of all pieces that wait for their readers, about: of each export one may. The more are open, the smaller are the
 * pieces, down to where a statement costs more than what it reads.
 */
const unreadBytes = 4 * 1024 * 1024;
const largestPiece = 256 * 1024;
const smallestPiece = 32 * 1024;
let open = 0;

const pieceBytes = (): number => Math.max(smallestPiece, Math.min(largestPiece, Math.floor(unreadBytes / open)));

/** Of all exports: pieces that are ready in one turn of the event loop would make it long. */
const pieceTurns = limitConcurrency({ running: 2, waiting: Number.POSITIVE_INFINITY });

/**
 * Streams an export: one piece at a time, and the next only when the reader has taken the one before, so that memory
 * stays flat however slow it is. An error in the middle cuts the connection: a short file must not look whole.
 */
export async function streamExport(
  request: Request,
  begun: Result<"analytics.beginExport">,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  open += 1;
  try {
    await streamPieces(request, begun, pause);
  } finally {
    open -= 1;
  }
}

async function streamPieces(
  request: Request,
  begun: Result<"analytics.beginExport">,
  pause: (ms: number) => Promise<unknown>,
): Promise<void> {
  const { req, res } = request;
  // asked for before the first byte: what fails here still gets a proper answer
  let { content, cursor, tookMs } = await nextPiece(request, begun.cursor);
  compress(res, Number.POSITIVE_INFINITY);
  const reader = readerOf(res);
  res.writeHead(200, {
    "Content-Type": begun.content_type,
    "Content-Disposition": `attachment; filename="${begun.filename}"`,
    "Cache-Control": "no-store",
  });
  if (req.method === "HEAD") {
    res.end();
    return;
  }
  for (;;) {
    const taken = reader.take(content);
    // an export that waits for its next piece holds none
    content = nothing;
    if (!(await taken)) return;
    if (cursor === null) {
      res.end();
      return;
    }
    await pause(Math.min(pauseRatio * tookMs, longestPauseMs));
    ({ content, cursor, tookMs } = await nextPiece(request, cursor));
  }
}

const nothing = Buffer.alloc(0);

interface Piece {
  /** made bytes once: of a text that a socket does not take at once, Node.js keeps three times as much beside it */
  content: Buffer;
  cursor: string | null;
  tookMs: number;
}

const nextPiece = (request: Request, after: string): Promise<Piece> =>
  pieceTurns(async () => {
    const begun = performance.now();
    const { text, cursor } = await request.call("analytics.exportPiece", { cursor: after, bytes: pieceBytes() });
    return { content: Buffer.from(text), cursor, tookMs: performance.now() - begun };
  });

interface Reader {
  /** True when the reader is ready for more, false when it is gone or was cut off. */
  take(content: Buffer): Promise<boolean>;
}

/** Before the head. It listens once: what compresses keeps every listener for "drain" to its end (compress.ts). */
function readerOf(res: ServerResponse): Reader {
  let wake: (isReady: boolean) => void = () => undefined;
  res.on("drain", () => wake(true));
  res.on("close", () => wake(false));
  return {
    async take(content) {
      if (res.destroyed) return false;
      const isReady = content.length === 0 || res.write(content);
      flush(res);
      if (isReady) return true;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      wake = resolve;
      const timer = setTimeout(() => res.destroy(), readerTimeoutMs);
      return promise.finally(() => clearTimeout(timer));
    },
  };
}
