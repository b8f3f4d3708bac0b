import type { ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import yazl from "yazl";

/** Takes the files of an archive, one after another. */
interface ZipReader {
  /** Adds to a file, and starts it if it is another one than before. Resolves to false when the reader has gone. */
  take(content: Buffer, file?: string): Promise<boolean>;
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
  let name = "";
  let open: PassThrough | null = null;
  let wake: () => void = () => undefined;
  res.on("close", () => {
    open?.destroy();
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
    end() {
      open?.end();
      archive.end();
    },
  };
}
