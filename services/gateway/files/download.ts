import { pipeline } from "node:stream/promises";
import { create as contentDisposition } from "content-disposition";
import type { OpenedFile } from "../../../shared/contract.ts";
import { notFound, unavailable } from "../../../shared/errors.ts";
import type { Request } from "../route.ts";

/** A reader that takes nothing for so long is cut off. */
const patienceMs = 60_000;

/**
 * Sends an uploaded file (decisions §5). Whatever it holds, no browser shows it as a page of ours: it is an attachment
 * (RFC 6266), its type is not guessed again, and nothing in it may run.
 */
export async function sendFile({ req, res, files }: Request, file: OpenedFile): Promise<void> {
  const bytes = await files.read(file.key).catch(() => {
    throw unavailable("The file store is unavailable at the moment; please try again.");
  });
  if (!bytes) throw notFound("file");
  res.writeHead(200, {
    "Content-Type": file.content_type,
    "Content-Length": file.size,
    "Content-Disposition": contentDisposition(file.name),
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "private, no-store",
  });
  if (req.method === "HEAD") {
    bytes.destroy();
    res.end();
    return;
  }
  res.setTimeout(patienceMs, () => res.destroy());
  // half a file must not look whole: whatever breaks off cuts the connection
  await pipeline(bytes, res).catch(() => res.destroy());
}
