import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { create as contentDisposition } from "content-disposition";
import type { OpenedFile, StoredImage } from "../../../shared/bus/contract.ts";
import { notFound, unavailable } from "../../../shared/platform/errors.ts";
import { isFresh, sendNothing } from "../http/reply.ts";
import type { Request } from "../http/request.ts";

/** Cuts off readers that accept nothing for this long. */
const readerTimeoutMs = 60_000;

/** Nothing in a file may run. security.ts prevents type sniffing. */
const inert = { "Content-Security-Policy": "default-src 'none'; sandbox" };

/** Sends an uploaded file (decisions §5) as an attachment (RFC 6266), so that no browser shows it as our page. */
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

/** Sends a public image (decisions §9.2). It never changes, so it can be cached without limit. */
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
    throw unavailable("The file store is unavailable. Try again shortly.");
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
  // cut the connection on errors, so that half a file doesn't look complete
  await pipeline(bytes, res).catch(() => res.destroy());
}
