import type { ServerResponse } from "node:http";
import { PassThrough, type Readable, Transform } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import yazl from "yazl";

/** Takes the files of an archive, one after another. */
export interface ZipReader {
  /** Adds to a file, and starts it if it is another one than before. Resolves to false when the reader has gone. */
  take(content: Buffer, file?: string): Promise<boolean>;
  /** Adds a whole file. Resolves to false when the reader has gone. Rejects if the file can't be read. */
  add(path: string, bytes: Readable): Promise<boolean>;
  /** Completes the archive. */
  end(): void;
}

/**
 * Streams a ZIP archive into a response. Memory stays flat: a file takes bytes only as fast as the reader takes the archive's. A
 * reader that takes nothing for `timeoutMs` is disconnected. Compression runs in the thread pool of zlib.
 */
export function openZip(res: ServerResponse, timeoutMs: number): ZipReader {
  const archive = new yazl.ZipFile();
  archive.outputStream.pipe(res);
  archive.on("error", () => res.destroy());
  let name = "";
  let open: PassThrough | null = null;
  let wake: () => void = () => undefined;
  let adding: Transform | null = null;
  // the same function for all, because yazl keeps each one until the end
  const current = (give: (error: null, stream: Transform) => void) => give(null, adding as Transform);
  res.on("close", () => {
    open?.destroy();
    adding?.destroy();
    wake();
  });
  const start = (file: string): PassThrough => {
    open?.end();
    name = file;
    open = new PassThrough();
    archive.addReadStream(open, file, { mtime: new Date() });
    return open;
  };
  return {
    async take(content, file = "") {
      if (res.destroyed) return false;
      const stream = open && file === name ? open : start(file);
      if (stream.write(content)) return true;
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      stream.once("drain", resolve);
      const timer = setTimeout(() => res.destroy(), timeoutMs);
      await promise.finally(() => clearTimeout(timer));
      return !res.destroyed;
    },
    async add(path, bytes) {
      if (res.destroyed) {
        bytes.destroy();
        return false;
      }
      open?.end();
      open = null;
      const timer = setTimeout(() => res.destroy(), timeoutMs);
      const watched = new Transform({
        transform(chunk, _encoding, done) {
          timer.refresh();
          done(null, chunk);
        },
      });
      adding = watched;
      archive.addReadStreamLazy(
        path,
        { mtime: new Date(), compressionLevel: isPacked.test(path) ? 0 : 1 },
        current as never,
      );
      ownName(archive, path);
      try {
        await pipeline(bytes, watched);
        await finished(watched);
      } catch (error) {
        if (!res.destroyed) throw error;
      } finally {
        clearTimeout(timer);
      }
      return !res.destroyed;
    },
    end() {
      open?.end();
      archive.end();
    },
  };
}

/** Files whose bytes are compressed already. Compressing them again takes ten times the CPU of all else, and saves nothing. */
const isPacked =
  /\.(?:7z|aac|avif|docx|gif|gz|heic|jpe?g|m4a|mov|mp[34]|od[pst]|ogg|pdf|png|pptx|rar|web[mp]|xlsx|zip)$/i;

/**
 * Gives the newest entry a name of its own. yazl keeps each name until the end, as a slice of Node's pool of buffers, which would keep
 * 8 KB alive for every file.
 */
function ownName(archive: object, path: string): void {
  const entry = (archive as { entries: { utf8FileName: Buffer }[] }).entries.at(-1);
  const bytes = new TextEncoder().encode(path);
  if (entry) entry.utf8FileName = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
