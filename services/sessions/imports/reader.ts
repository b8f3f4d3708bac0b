import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Graph, Texts } from "../../../shared/domain/graph/types.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import { childOf } from "../../../shared/platform/workers/child.ts";
import { Exhausted, Worker } from "../../../shared/platform/workers/worker.ts";
import type { ImportTask, OpenedFile, WalkedRows } from "../importing/child.ts";
import type { Mapping } from "../importing/response.ts";
import type { WalkRules } from "../importing/walkResponse.ts";

/** Limits of one task of a file: reading it whole, or walking some rows. */
const limits = { cpuMs: 120_000, wallMs: 600_000 };
/** MiB of JavaScript. The file itself comes on top. */
const memoryMiB = 256;
/** Bytes that one message carries to the process, which serializes it in one turn of the event loop. */
const pieceBytes = 256 * 1024;

/** The version, and how rows become sessions of it. */
export interface Target {
  graph: Graph;
  language: string | null;
  translations: [string, Texts][];
  mapping: Mapping;
  rules: WalkRules;
}

/** A process that reads one file, because a hostile one can take any time and memory (wants §25). Ends with `close`. */
export interface FileReader {
  /** Recognizes the file. Throws 400. */
  recognize(encoding: string | null): Promise<void>;
  /** Reads the file once. Throws 400. */
  open(target: Target): Promise<OpenedFile>;
  /** Walks the next rows behind row `after`, at most `count`. */
  rows(after: number, count: number): Promise<WalkedRows>;
  close(): Promise<void>;
}

/** Starts a process and sends it the file. */
export async function openReader(file: Readable, signal?: AbortSignal): Promise<FileReader> {
  const start = childOf<ImportTask, null | OpenedFile | WalkedRows>(
    join(import.meta.dirname, "../importing/child.ts"),
    memoryMiB,
    [String(limits.cpuMs)],
  );
  const worker = new Worker(start, limits);
  const ask = <R extends null | OpenedFile | WalkedRows>(task: ImportTask): Promise<R> =>
    worker.ask(task, signal).catch((error: unknown) => {
      throw error instanceof Exhausted ? tooMuch() : error;
    }) as Promise<R>;
  try {
    for await (const chunk of file as AsyncIterable<Buffer>)
      for (let at = 0; at < chunk.length; at += pieceBytes)
        await ask({ kind: "bytes", bytes: chunk.subarray(at, at + pieceBytes) });
  } catch (error) {
    await worker.stop();
    throw error;
  }
  return {
    recognize: (encoding) => ask<null>({ kind: "file", encoding }).then(() => undefined),
    open: (target) => ask<OpenedFile>({ kind: "open", ...target }),
    rows: (after, count) => ask<WalkedRows>({ kind: "rows", after, count }),
    close: () => worker.stop(),
  };
}

const tooMuch = () => invalid(["file: takes too long or too much memory to read; split it into several files"]);
