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
  const compact = directoryOf((archive as unknown as { entries: Entry[] }).entries);
  archive.outputStream.pipe(res);
  archive.on("error", () => res.destroy());
  let name = "";
  let open: PassThrough | null = null;
  let wake: () => void = () => undefined;
  let adding: Transform | null = null;
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
      const watched = refreshing(timer);
      adding = watched;
      archive.addReadStreamLazy(path, { mtime: new Date(), compressionLevel: isPacked.test(path) ? 0 : 1 }, ((
        give: (error: null, stream: Transform) => void,
      ) => give(null, watched)) as never);
      compact();
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

/** Passes bytes on, and starts the timer again with each piece. */
const refreshing = (timer: NodeJS.Timeout): Transform =>
  new Transform({
    transform(chunk, _encoding, done) {
      timer.refresh();
      done(null, chunk);
    },
  });

/** Files whose bytes are compressed already. Compressing them again takes ten times the CPU of all else, and saves nothing. */
const isPacked =
  /\.(?:7z|aac|avif|docx|gif|gz|heic|jpe?g|m4a|mov|mp[34]|od[pst]|ogg|pdf|png|pptx|rar|web[mp]|xlsx|zip)$/i;

/** An entry of yazl. `state` is 3 once its file is written whole. */
interface Entry {
  state: number;
  /** Returns its bytes in the directory at the archive's end (APPNOTE 4.3.12). */
  getCentralDirectoryRecord(): Buffer;
}

const isWritten = 3;
const directoryBytes = 64 * 1024;
const nothing: Entry = { state: isWritten, getCentralDirectoryRecord: () => Buffer.alloc(0) };

/** Bytes of the directory of files one after another. */
class DirectoryBlock implements Entry {
  readonly state = isWritten;
  readonly #bytes = Buffer.allocUnsafeSlow(directoryBytes);
  #used = 0;

  /** Returns false if the record has no room. */
  add(record: Buffer): boolean {
    if (this.#used + record.length > this.#bytes.length) return false;
    this.#used += record.copy(this.#bytes, this.#used);
    return true;
  }

  getCentralDirectoryRecord(): Buffer {
    return this.#bytes.subarray(0, this.#used);
  }
}

/**
 * Returns a function that replaces the entries of written files by their bytes in the directory, because yazl's own take 800 bytes each
 * until the end. The first entry of a block gives the bytes of all its files.
 */
function directoryOf(entries: Entry[]): () => void {
  let compacted = 0;
  let block: DirectoryBlock | undefined;
  return () => {
    // yazl still reads the last one
    for (; compacted < entries.length - 1; compacted += 1) {
      const entry = entries[compacted];
      if (entry?.state !== isWritten) return;
      const record = entry.getCentralDirectoryRecord();
      entries[compacted] = nothing;
      if (block?.add(record)) continue;
      block = new DirectoryBlock();
      block.add(record);
      entries[compacted] = block;
    }
  };
}
