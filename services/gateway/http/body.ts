import type { IncomingMessage } from "node:http";
import type { Service, ServiceBroker } from "moleculer";
import { maxPayload } from "../../../shared/bus/internals.ts";
import { draftBytesLimit } from "../../../shared/domain/limits.ts";
import {
  badRequest,
  chunksTooSmall,
  tooLarge,
  tooSlow,
  unsupportedMediaType,
} from "../../../shared/platform/errors.ts";
import { type JsonLimits, parseJson } from "./json.ts";
import type { Route } from "./request.ts";

/** Request bodies: JSON with a limit on size, values and depth (decisions §1). */
export const bodyLimit = 1024 * 1024;

/** The client disconnected before its request was complete. The gateway neither answers nor logs the request. */
export class ClientGone extends Error {}

export interface BodyLimits extends JsonLimits {
  bytes: number;
  /** A body that takes longer is answered 408. */
  timeoutMs: number;
}

type ContentLimits = Omit<BodyLimits, "timeoutMs">;

/** Limits without sign-in. A respondent's answers have up to 256 KiB in total. */
const publicLimits: ContentLimits = { bytes: 300 * 1024, values: 20_000, depth: 32, exactNumbers: true };
/** The longest legal body has 26 KB: a name and two passwords of 1,024 characters, each as two `\u` escapes. */
export const entryBodyLimit = 32 * 1024;
const entryLimits: ContentLimits = { ...publicLimits, bytes: entryBodyLimit };
const ownerLimits: ContentLimits = { bytes: bodyLimit, values: 20_000, depth: 32 };
/** With translations. A body without them has the owner's limit (`readBody`). */
const graphLimits: ContentLimits = { bytes: draftBytesLimit, values: 200_000, depth: 48 };

/** Limits of a row's body. `carried` is the largest body that the bus carries, in bytes. */
export function limitsOf(row: Pick<Route, BodyKeys>, carried: number): ContentLimits {
  const limits = contentLimitsOf(row);
  // a large graph is streamed to the action
  return row.holdsGraph ? limits : { ...limits, bytes: Math.min(limits.bytes, carried) };
}

type BodyKeys = "auth" | "holdsGraph" | "holdsAnswers" | "load";

function contentLimitsOf({ auth, holdsGraph, holdsAnswers, load }: Pick<Route, BodyKeys>): ContentLimits {
  if (load === "entry") return entryLimits;
  if (auth === "public" || auth === "none") return publicLimits;
  if (holdsGraph) return graphLimits;
  return holdsAnswers ? { ...ownerLimits, exactNumbers: true } : ownerLimits;
}

/** 1 MiB takes 8 s at 1 Mbit/s. */
export const bodyTimeoutMs = 15_000;

/** Returns the body as JSON, `undefined` if it is absent or empty, and its bytes. */
export async function readBody(req: IncomingMessage, limits: BodyLimits): Promise<{ value: unknown; bytes: Buffer }> {
  const bytes = await readBytes(req, limits.bytes, limits.timeoutMs);
  if (bytes.length === 0) return { value: undefined, bytes };
  refuseEncoded(req);
  if (!isJson(req.headers["content-type"])) throw unsupportedMediaType();
  // one that can't hold translations isn't parsed, which takes ten times its size
  if (bytes.length > bodyLimit && !translationKeys.some((key) => bytes.includes(key))) throw tooLarge(bodyLimit);
  const value = await parseJson(bytes, limits);
  if (bytes.length > bodyLimit && !holdsTranslations(value)) throw tooLarge(bodyLimit);
  return { value, bytes };
}

/** Returns whether a body may be over 1 MiB: it says so, or has no length. */
export const mayBeLarge = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > bodyLimit;

const translationKeys = ['"translations"', '"texts"'];

/** Returns whether a body is a graph with translations, or the texts of one language (features §13). */
function holdsTranslations(body: unknown): boolean {
  const { graph, texts } = (body ?? {}) as { graph?: { translations?: unknown } | null; texts?: unknown };
  return Boolean(graph?.translations ?? texts);
}

/** Returns the fields of a URL-encoded form. Throws 415 for another type, and 400 for a field that is sent twice. */
export async function readForm(req: IncomingMessage, limits: BodyLimits): Promise<Record<string, string>> {
  const bytes = await readBytes(req, limits.bytes, limits.timeoutMs);
  refuseEncoded(req);
  const [type] = (req.headers["content-type"] ?? "").toLowerCase().split(";");
  const expected = "application/x-www-form-urlencoded";
  if (type?.trim() !== expected) throw unsupportedMediaType(`Unsupported Content-Type. Send \`${expected}\`.`);
  const fields = [...new URLSearchParams(bytes.toString("utf8"))];
  const names = fields.map(([name]) => name);
  if (new Set(names).size < names.length) throw badRequest("A field is sent more than once.");
  return Object.fromEntries(fields);
}

/** Throws 415 for compressed bodies, because a small one could become large. */
export function refuseEncoded({ headers }: IncomingMessage): void {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() || "identity";
  if (encoding === "identity") return;
  throw unsupportedMediaType(`Compressed request bodies aren't supported. Remove Content-Encoding: ${encoding}.`);
}

/** Returns the body's bytes. Throws 413 above `limit`, 408 after `timeoutMs`. */
export function readBytes(req: IncomingMessage, limit: number, timeoutMs: number): Promise<Buffer> {
  if (Number(req.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
  if (req.destroyed) throw new ClientGone();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  const areTooSmall = chunkCounter();
  let size = 0;
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) reject(tooLarge(limit));
    else if (areTooSmall(chunk)) reject(chunksTooSmall());
    else chunks.push(chunk);
  };
  const end = () => resolve(Buffer.concat(chunks, size));
  const leave = () => {
    // every request closes, and an unused error costs a stack trace
    if (!req.readableEnded) reject(new ClientGone());
  };
  const timer = setTimeout(() => reject(tooSlow(timeoutMs / 1000)), timeoutMs);
  req.on("data", take).once("end", end).once("close", leave).on("error", leave);
  return promise.finally(() => {
    clearTimeout(timer);
    // an idle connection keeps its last request, whose listeners would keep the body
    req.off("data", take).off("end", end).off("close", leave).off("error", leave).on("error", ignore);
  });
}

/** A request without a listener of errors ends the process. */
const ignore = (): void => undefined;

/** Chunks of any size. A chunk costs as much as a kilobyte, and memory until its body is complete. */
const freeChunks = 1_000;
/** Minimum mean size in bytes of a body with more chunks. */
const meanChunk = 64;

/** Returns a function that takes each chunk and returns true once they are too many and too small. */
export function chunkCounter(): (chunk: Buffer) => boolean {
  let [count, size] = [0, 0];
  return (chunk) => {
    count += 1;
    size += chunk.length;
    return count > freeChunks && size < count * meanChunk;
  };
}

/** Returns whether the type is JSON in UTF-8. */
export function isJson(contentType: string | undefined): boolean {
  const [type, ...parameters] = (contentType ?? "").toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  return type?.trim() === "application/json" && (charset === undefined || /^charset="?utf-8"?$/.test(charset));
}

const busHeadroom = 64 * 1024;

/** Returns the maximum size of a body in bytes: 1 MiB, or less if a message on the bus carries less (decisions §1). */
export function bodyLimitOf(broker: ServiceBroker, logger: Service["logger"]): number {
  const carried = maxPayload(broker);
  const limit = Math.min(bodyLimit, carried - busHeadroom);
  if (limit < bodyLimit)
    logger.info(`Request bodies are limited to ${limit} bytes. Messages on the bus can have up to ${carried} bytes.`);
  return limit;
}
