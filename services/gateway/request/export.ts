import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ExportPiece } from "../../../shared/bus/contract.ts";
import { withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { openShares } from "../../../shared/platform/shares.ts";
import { compress, flush } from "../http/compress.ts";
import type { BegunExport, ExportRequest, Exports, PieceAction } from "../http/request.ts";
import { openZip, type ZipReader } from "./zip.ts";

/** A reader that takes nothing for this long is disconnected (decisions §6). */
const readerTimeoutMs = 5 * 60 * 1000;

/** An export ends within ten seconds after the caller lost the right to it (teams §20.17). */
const authorizeMs = 5_000;

/**
 * An export leaves room for respondents: for so long after a request of one, it pauses after each piece for six times as long as
 * the piece took, and its pieces are small. Otherwise it doesn't pause.
 */
const presenceMs = 5_000;
const pauseRatio = 6;
const longestPauseMs = 500;
/** Sessions of a piece. A large piece costs less per session, and takes tens of ms. */
const fewSessions = 80;
const manySessions = 1_600;
/**
 * Total bytes of pieces that wait for their readers, one per export. Pieces shrink as more exports are open, down to the size
 * where a statement costs more than its rows.
 */
const unreadBytes = 4 * 1024 * 1024;
const largestPiece = 256 * 1024;
const smallestPiece = 32 * 1024;

export function openExports(pause: (ms: number) => Promise<unknown> = sleep): Exports {
  /** Limits concurrent pieces, because several in one turn would block the event loop. One for each account (shares.ts of analytics). */
  const inShare = openShares({ perAccount: 1, total: 2 });
  let open = 0;
  let lastRespondent = Number.NEGATIVE_INFINITY;

  const isShared = (): boolean => performance.now() - lastRespondent < presenceMs;

  const pieceBytes = (): number => Math.max(smallestPiece, Math.min(largestPiece, Math.floor(unreadBytes / open)));

  const readPiece = (request: ExportRequest, action: PieceAction, accountId: string, after: string): Promise<Piece> =>
    inShare(accountId, withoutDeadline, async () => {
      const begun = performance.now();
      const piece: ExportPiece = await request.call(action, {
        cursor: after,
        bytes: pieceBytes(),
        sessions: isShared() ? fewSessions : manySessions,
      });
      const { text, file, uploads, cursor } = piece;
      return { content: Buffer.from(text), file, uploads, cursor, tookMs: performance.now() - begun };
    });

  const rest = async (tookMs: number): Promise<void> => {
    if (isShared()) await pause(Math.min(pauseRatio * tookMs, longestPauseMs));
  };

  return {
    yieldToRespondent() {
      lastRespondent = performance.now();
    },
    async stream(request, begun, authorize, action = "analytics.exportPiece") {
      open += 1;
      let authorizedAt = performance.now();
      const check = async () => {
        if (performance.now() - authorizedAt < authorizeMs) return;
        await authorize();
        authorizedAt = performance.now();
      };
      const readNext = async (after: string) => {
        await check();
        return readPiece(request, action, begun.account_id ?? "", after);
      };
      try {
        await streamPieces(request, begun, { readPiece: readNext, check, rest });
      } finally {
        open -= 1;
      }
    },
  };
}

interface Piece {
  /** Bytes, because Node.js keeps three times as much for a text that a socket doesn't take at once. */
  content: Buffer;
  /** of an archive; without it the content is the export's own */
  file?: string | undefined;
  /** of an archive, after the content */
  uploads?: ExportPiece["uploads"];
  cursor: string | null;
  tookMs: number;
}

interface Pieces {
  readPiece(after: string): Promise<Piece>;
  /** Throws once the caller may not read responses anymore. */
  check(): Promise<void>;
  /** Pauses after a piece that took so long. */
  rest(tookMs: number): Promise<void>;
}

async function streamPieces(request: ExportRequest, begun: BegunExport, pieces: Pieces): Promise<void> {
  const { readPiece, rest } = pieces;
  const { req, res } = request;
  // read before the first byte is sent, so that a failure still gets a proper error
  let { content, file, uploads, cursor, tookMs } = await readPiece(begun.cursor);
  const isArchive = file !== undefined;
  // archives are compressed already
  if (!isArchive) compress(res, Number.POSITIVE_INFINITY);
  const reader = isArchive ? null : readerOf(res);
  res.writeHead(200, {
    "Content-Type": begun.content_type,
    ...(begun.filename !== undefined && { "Content-Disposition": `attachment; filename="${begun.filename}"` }),
    "Cache-Control": "no-store",
    ...(begun.newest_version !== undefined && { "Export-Version": begun.newest_version }),
  });
  if (req.method === "HEAD") {
    res.end();
    return;
  }
  const zip = reader ? null : openZip(res, readerTimeoutMs);
  const target = (reader ?? zip) as Reader;
  const missing: string[] = [];
  for (;;) {
    const taken = content.length === 0 && uploads ? Promise.resolve(true) : target.take(content, file);
    // frees the piece while the export waits for the next one
    content = nothing;
    if (!(await taken)) return;
    if (zip && uploads && !(await addUploads(zip, request, uploads, { ...pieces, missing }))) return;
    if (cursor === null) {
      if (missing.length > 0) await target.take(Buffer.from(`${missing.join("\n")}\n`), "missing.txt");
      target.end();
      return;
    }
    await rest(tookMs);
    ({ content, file, uploads, cursor, tookMs } = await readPiece(cursor));
  }
}

/** Adds files to the archive, one after another, and notes those that are gone. Resolves to false when the reader has gone. */
async function addUploads(
  zip: ZipReader,
  { files }: ExportRequest,
  uploads: NonNullable<ExportPiece["uploads"]>,
  { check, missing }: Pieces & { missing: string[] },
): Promise<boolean> {
  for (const { path, key } of uploads) {
    await check();
    const bytes = key === "" ? null : await files.read(key);
    if (!bytes) missing.push(path);
    else if (!(await zip.add(path, bytes))) return false;
  }
  return true;
}

const nothing = Buffer.alloc(0);

/** Takes the pieces of an export. */
interface Reader {
  /** Resolves to true when the reader is ready for more, false when it has gone or was disconnected. */
  take(content: Buffer, file?: string): Promise<boolean>;
  end(): void;
}

/** Call it before the head is sent. It listens once, because a compressor keeps every listener for "drain" (compress.ts). */
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
    end: () => res.end(),
  };
}
