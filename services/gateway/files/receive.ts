import { createHash, type Hash } from "node:crypto";
import { Readable } from "node:stream";
import type { FileReservation } from "../../../shared/bus/contract.ts";
import { isAccepted } from "../../../shared/domain/mediaTypes.ts";
import {
  fileTooLarge,
  invalid,
  isProblem,
  tooSlow,
  unavailable,
  unsupportedMediaType,
} from "../../../shared/platform/errors.ts";
import { isStoreFull } from "../../../shared/platform/files/store.ts";
import type { Request } from "../http/request.ts";
import { contentTypeOf, headBytes } from "./contentType.ts";
import { type FileForm, openForm, type TextFields } from "./form.ts";

/** Metadata of a stored file. */
export interface ReceivedFile {
  name: string;
  /** bytes */
  size: number;
  content_type: string;
  /** SHA-256 in hexadecimal, if the upload asks for it */
  digest?: string;
}

/** A reserved upload, with the calls to the service that reserved it. */
export interface ReservedUpload<T> {
  reservation: FileReservation;
  /** Bytes of the beginning that `examine` gets. */
  headLimit?: number;
  /** Throws if the file's beginning must be refused. Nothing is stored then. */
  examine?(head: Buffer, contentType: string): unknown;
  /** Returns the `detail` of the 415. */
  refusal(contentType: string): string;
  renew(): Promise<unknown>;
  release(): Promise<unknown>;
  commit(file: ReceivedFile, texts: ReadonlyMap<string, string>): Promise<T>;
  /** Text fields that can come with the file. */
  fields?: TextFields;
  /** Hashes the file, to tell repeats. */
  isHashed?: true;
}

/**
 * Receives a file for a reserved upload (decisions §5, §9.2). Streams the bytes to the store, no faster than it accepts
 * them, and keeps only the beginning to detect the type. A failure removes bytes and reservation. After a crash the
 * service's cleanup does.
 */
export async function receiveFile<T>(request: Request, upload: ReservedUpload<T>): Promise<T> {
  const { files } = request;
  const renewing = setInterval(() => void upload.renew().catch(() => undefined), renewMs);
  const { file, texts } = await receive(request, upload)
    .catch(async (error) => {
      await upload.release().catch(() => undefined);
      throw error;
    })
    .finally(() => clearInterval(renewing));
  try {
    return await upload.commit(file, texts);
  } catch (error) {
    // the reservation is gone or the quota is full; after any other error the file may be committed
    if (refusals.some((type) => isProblem(error, type))) {
      await files.remove(upload.reservation.key).catch(() => undefined);
      await upload.release().catch(() => undefined);
    }
    throw error;
  }
}

const refusals = ["NOT_FOUND", "TOO_MANY_REQUESTS", "CONFLICT"] as const;

async function receive<T>(
  { req, files }: Request,
  upload: ReservedUpload<T>,
): Promise<{ file: ReceivedFile; texts: ReadonlyMap<string, string> }> {
  const { key, max_bytes, accept } = upload.reservation;
  const timer = setTimeout(() => req.destroy(), uploadMs);
  try {
    const form = await inTime(openForm(req, upload.fields));
    // other parts of the form are small
    const isLarge = Number(req.headers["content-length"] ?? 0) > max_bytes + headBytes;
    if (isLarge) throw fileTooLarge(max_bytes, form.name);
    const bytes = form.bytes.iterator({ destroyOnReturn: false });
    const head = await headOf(bytes, upload.headLimit ?? headBytes);
    const contentType = await contentTypeOf(head.subarray(0, headBytes), form.name);
    if (head.length === 0) throw invalid(["file: must not be empty"]);
    if (accept.length > 0 && !isAccepted(contentType, accept)) throw unsupportedMediaType(upload.refusal(contentType));
    if (head.length > max_bytes) throw fileTooLarge(max_bytes, form.name);
    await upload.examine?.(head, contentType);
    const hash = upload.isHashed && createHash("sha256");
    const tooLarge = () => fileTooLarge(max_bytes, form.name);
    const size = await store(form, key, files, counted(head, bytes, tooLarge, max_bytes, hash));
    const digest = hash && { digest: hash.digest("hex") };
    return { file: { name: form.name, size, content_type: contentType, ...digest }, texts: form.texts };
  } finally {
    clearTimeout(timer);
    req.unpipe();
  }
}

/** Maximum duration of an upload. */
export const uploadMs = 10 * 60_000;
/** A connection without data for this long is dead. The client may already retry. */
export const idleSeconds = 30;
/** Well within the time after which a reservation expires. */
const renewMs = 20_000;

/** Waits for the next bytes. Throws 408. */
export async function inTime<T>(next: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooSlow(idleSeconds)), idleSeconds * 1000);
  return Promise.race([next, promise]).finally(() => clearTimeout(timer));
}

async function headOf(bytes: AsyncIterator<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let size = 0; size < limit; ) {
    const { value, done } = await inTime(bytes.next());
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  return Buffer.concat(chunks);
}

interface Counted {
  stream: Readable;
  size(): number;
  /** The error of the bytes themselves, if any, as opposed to the store's. */
  problem(): unknown;
}

/** Returns the whole file, head included. Fails (413) if it is longer than `limit` bytes. */
function counted(
  head: Buffer,
  rest: AsyncIterator<Buffer>,
  tooLarge: () => Error,
  limit: number,
  hash?: Hash,
): Counted {
  let size = 0;
  let problem: unknown;
  // only errors of the bytes: a failing store throws into the generator too
  const fail = (error: unknown): never => {
    problem = error;
    throw error;
  };
  async function* whole(): AsyncGenerator<Buffer> {
    for (let chunk: Buffer | undefined = head; chunk; chunk = (await inTime(rest.next()).catch(fail)).value) {
      size += chunk.length;
      if (size > limit) fail(tooLarge());
      hash?.update(chunk);
      yield chunk;
    }
  }
  return { stream: Readable.from(whole(), { objectMode: false }), size: () => size, problem: () => problem };
}

/** Returns the 503 for a store that failed. */
function storeFailure(error: unknown): Error {
  if (isStoreFull(error))
    return unavailable("The file store is full. Try again after an administrator has freed space.", 30);
  return unavailable("The file store is unavailable. Try again shortly.");
}

/** Returns the number of stored bytes. */
async function store({ end }: FileForm, key: string, files: Request["files"], bytes: Counted): Promise<number> {
  try {
    await files.write(key, bytes.stream);
  } catch (error) {
    throw bytes.problem() ?? storeFailure(error);
  }
  await end.catch(async (error) => {
    await files.remove(key).catch(() => undefined);
    throw error;
  });
  return bytes.size();
}
