import { Readable } from "node:stream";
import type { FileReservation } from "../../../shared/bus/contract.ts";
import { isDiskFull } from "../../../shared/platform/diskFull.ts";
import {
  fileTooLarge,
  invalid,
  isProblem,
  tooSlow,
  unavailable,
  unsupportedMediaType,
} from "../../../shared/platform/errors.ts";
import type { Request } from "../routes/route.ts";
import { contentTypeOf, headBytes, isAccepted } from "./contentType.ts";
import { type FileForm, openForm } from "./form.ts";

/** What is known of a file once its bytes are stored. */
export interface ReceivedFile {
  name: string;
  /** bytes */
  size: number;
  content_type: string;
}

/** A file that a service has reserved a place for, and what the service learns of it. */
export interface Place<T> {
  reservation: FileReservation;
  /** how much of the file's beginning is looked at; the rest is not kept */
  headLimit?: number;
  /** Throws where the file's beginning shows that it is refused; nothing of it is stored then. */
  examine?(head: Buffer, contentType: string): void;
  /** the sentence of the 415 */
  refusal(contentType: string): string;
  renew(): Promise<unknown>;
  release(): Promise<unknown>;
  commit(file: ReceivedFile): Promise<T>;
}

/**
 * Takes in a file for which a service has reserved a place (decisions §5, §9.2). The bytes go from the connection to the
 * store as they come, no faster than the store takes them: nothing holds more of them than the beginning that tells their
 * type. What fails leaves neither bytes nor a place; a crash leaves both to the clean-up of the service.
 */
export async function receiveFile<T>(request: Request, place: Place<T>): Promise<T> {
  const { files } = request;
  const renewing = setInterval(() => void place.renew().catch(() => undefined), renewMs);
  const file = await receive(request, place)
    .catch(async (error) => {
      await place.release().catch(() => undefined);
      throw error;
    })
    .finally(() => clearInterval(renewing));
  try {
    return await place.commit(file);
  } catch (error) {
    // its place is gone, or there is no room; after any other error the file may have been committed
    if (refusals.some((type) => isProblem(error, type))) {
      await files.remove(place.reservation.key).catch(() => undefined);
      await place.release().catch(() => undefined);
    }
    throw error;
  }
}

const refusals = ["NOT_FOUND", "TOO_MANY_REQUESTS", "CONFLICT"] as const;

async function receive<T>({ req, files }: Request, place: Place<T>): Promise<ReceivedFile> {
  const { key, max_bytes, accept } = place.reservation;
  // what is beside the file in the form is small
  if (Number(req.headers["content-length"] ?? 0) > max_bytes + headBytes) throw fileTooLarge(max_bytes);
  const timer = setTimeout(() => req.destroy(), uploadMs);
  try {
    const form = await inTime(openForm(req));
    const bytes = form.bytes.iterator({ destroyOnReturn: false });
    const head = await headOf(bytes, place.headLimit ?? headBytes);
    const contentType = await contentTypeOf(head.subarray(0, headBytes), form.name);
    if (head.length === 0) throw invalid(["file: must not be empty"]);
    if (!isAccepted(contentType, accept)) throw unsupportedMediaType(place.refusal(contentType));
    place.examine?.(head, contentType);
    const size = await store(form, key, files, counted(head, bytes, max_bytes));
    return { name: form.name, size, content_type: contentType };
  } finally {
    clearTimeout(timer);
    req.unpipe();
  }
}

/** Longer than that no upload takes. */
export const uploadMs = 10 * 60_000;
/** A line on which nothing has come for so long is dead; its sender may be sending again already. */
const idleSeconds = 30;
/** Well within the time after which a service takes a place for abandoned. */
const renewMs = 20_000;

/** The next bytes, or 408. */
async function inTime<T>(next: Promise<T>): Promise<T> {
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
  /** what was wrong with the bytes themselves, not with the store */
  problem(): unknown;
}

/** The whole file again, up to `limit` bytes of it; one that is longer fails (413). */
function counted(head: Buffer, rest: AsyncIterator<Buffer>, limit: number): Counted {
  let size = 0;
  let problem: unknown;
  // only errors of the bytes: a store that fails throws into the generator too
  const fail = (error: unknown): never => {
    problem = error;
    throw error;
  };
  async function* whole(): AsyncGenerator<Buffer> {
    for (let chunk: Buffer | undefined = head; chunk; chunk = (await inTime(rest.next()).catch(fail)).value) {
      size += chunk.length;
      if (size > limit) fail(fileTooLarge(limit));
      yield chunk;
    }
  }
  return { stream: Readable.from(whole(), { objectMode: false }), size: () => size, problem: () => problem };
}

/** Returns the 503 for a store that failed. */
function storeFailure(error: unknown): Error {
  if (isDiskFull(error))
    return unavailable("The file store is full. Try again after its operator has freed space.", 30);
  return unavailable("The file store is unavailable at the moment; please try again.");
}

/** Gives how many bytes were stored. */
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
