import { Readable } from "node:stream";
import type { FileReservation } from "../../../shared/contract.ts";
import {
  fileTooLarge,
  invalid,
  isProblem,
  tooSlow,
  unavailable,
  unsupportedMediaType,
} from "../../../shared/errors.ts";
import type { UploadedFile } from "../../../shared/shapes/files.ts";
import type { Request } from "../route.ts";
import { contentTypeOf, headBytes, isAccepted } from "./contentType.ts";
import { type FileForm, openForm } from "./form.ts";

/**
 * Takes in a file for which sessions has reserved a place (decisions §5). The bytes go from the connection to the store as
 * they come, no faster than the store takes them: nothing holds more of them than the beginning that tells their type.
 * What fails leaves neither bytes nor a place; a crash leaves both to the clean-up of sessions.
 */
export async function takeUpload(request: Request, reservation: FileReservation): Promise<UploadedFile> {
  const { files, call } = request;
  const { id, key } = reservation;
  const renewing = setInterval(() => void call("sessions.renewFile", { id }).catch(() => undefined), renewMs);
  const about = await receive(request, reservation)
    .catch(async (error) => {
      await call("sessions.releaseFile", { id }).catch(() => undefined);
      throw error;
    })
    .finally(() => clearInterval(renewing));
  try {
    return await call("sessions.commitFile", { id, ...about });
  } catch (error) {
    // the session was erased meanwhile; after any other error the file may have been committed all the same
    if (isProblem(error, "NOT_FOUND")) await files.remove(key).catch(() => undefined);
    throw error;
  }
}

type About = Pick<UploadedFile, "name" | "size" | "content_type">;

async function receive({ req, files }: Request, { key, max_bytes, accept }: FileReservation): Promise<About> {
  // what is beside the file in the form is small
  if (Number(req.headers["content-length"] ?? 0) > max_bytes + headBytes) throw fileTooLarge(max_bytes);
  const patience = setTimeout(() => req.destroy(), uploadMs);
  try {
    const form = await inTime(openForm(req));
    const bytes = form.bytes.iterator({ destroyOnReturn: false });
    const head = await headOf(bytes);
    const content_type = await contentTypeOf(head, form.name);
    if (head.length === 0) throw invalid(["file: must not be empty"]);
    if (!isAccepted(content_type, accept)) throw notAccepted(content_type, accept);
    const size = await store(form, key, files, counted(head, bytes, max_bytes));
    return { name: form.name, size, content_type };
  } finally {
    clearTimeout(patience);
    req.unpipe();
  }
}

/** Longer than that no upload takes. */
export const uploadMs = 10 * 60_000;
/** A line on which nothing has come for so long is dead; the respondent may be sending again already. */
const idleSeconds = 30;
/** Well within the time after which sessions takes a place for abandoned. */
const renewMs = 20_000;

/** The next bytes, or 408. */
async function inTime<T>(next: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooSlow(idleSeconds)), idleSeconds * 1000);
  return Promise.race([next, promise]).finally(() => clearTimeout(timer));
}

const notAccepted = (type: string, accept: readonly string[]) =>
  unsupportedMediaType(`This question takes ${accept.join(", ")}; this file is ${type}.`);

async function headOf(bytes: AsyncIterator<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let size = 0; size < headBytes; ) {
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
  async function* whole(): AsyncGenerator<Buffer> {
    try {
      for (let chunk: Buffer | undefined = head; chunk; chunk = (await inTime(rest.next())).value) {
        size += chunk.length;
        if (size > limit) throw fileTooLarge(limit);
        yield chunk;
      }
    } catch (error) {
      problem = error;
      throw error;
    }
  }
  return { stream: Readable.from(whole(), { objectMode: false }), size: () => size, problem: () => problem };
}

/** Gives how many bytes were stored. */
async function store({ end }: FileForm, key: string, files: Request["files"], bytes: Counted): Promise<number> {
  try {
    await files.write(key, bytes.stream);
  } catch {
    throw bytes.problem() ?? unavailable("The file store is unavailable at the moment; please try again.");
  }
  await end.catch(async (error) => {
    await files.remove(key).catch(() => undefined);
    throw error;
  });
  return bytes.size();
}
