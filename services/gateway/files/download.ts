import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { create as contentDisposition } from "content-disposition";
import type { OpenedFile, StoredImage } from "../../../shared/bus/contract.ts";
import { notFound, unavailable } from "../../../shared/platform/errors.ts";
import { isFresh, sendNothing } from "../request/reply.ts";
import type { Request } from "../routes/route.ts";

/** A reader that takes nothing for so long is cut off. */
const readerTimeoutMs = 60_000;

/** Whatever a file holds, nothing in it may run, and its type is not guessed again (security.ts). */
const inert = { "Content-Security-Policy": "default-src 'none'; sandbox" };

/** Sends an uploaded file (decisions §5). No browser shows it as a page of ours: it is an attachment (RFC 6266). */
export async function sendFile(request: Request, file: OpenedFile): Promise<void> {
  const bytes = await read(request, file.key, "file");
  await sendBytes(request, bytes, {
    ...inert,
    "Content-Type": file.content_type,
    "Content-Length": file.size,
    "Content-Disposition": contentDisposition(file.name),
    "Cache-Control": "private, no-store",
  });
}

/** Sends an image to everybody (decisions §9.2). What is under an id never changes, so it may be kept for good. */
export async function sendImage(request: Request, { id, key, size, content_type }: StoredImage): Promise<void> {
  const { req, res } = request;
  const caching = { ETag: `"${id}"`, "Cache-Control": "public, max-age=31536000, immutable" };
  if (isFresh(req.headers["if-none-match"], caching.ETag)) {
    res.setHeaders(new Map(Object.entries(caching)));
    return sendNothing(request, 304);
  }
  const bytes = await read(request, key, "image");
  await sendBytes(request, bytes, {
    ...inert,
    ...caching,
    "Content-Type": content_type,
    "Content-Length": size,
    "Content-Disposition": contentDisposition(`${id}.${content_type.slice("image/".length)}`, { type: "inline" }),
  });
}

async function read({ files }: Request, key: string, what: string): Promise<Readable> {
  const bytes = await files.read(key).catch(() => {
    throw unavailable("The file store is unavailable at the moment; please try again.");
  });
  if (!bytes) throw notFound(what);
  return bytes;
}

async function sendBytes({ req, res }: Request, bytes: Readable, headers: Record<string, string | number>) {
  res.writeHead(200, headers);
  if (req.method === "HEAD") {
    bytes.destroy();
    res.end();
    return;
  }
  res.setTimeout(readerTimeoutMs, () => res.destroy());
  // half a file must not look whole: whatever breaks off cuts the connection
  await pipeline(bytes, res).catch(() => res.destroy());
}
