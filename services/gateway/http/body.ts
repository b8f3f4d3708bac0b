import type { IncomingMessage } from "node:http";
import type { Service, ServiceBroker } from "moleculer";
import { maxPayload } from "../../../shared/bus/internals.ts";
import { chunksTooSmall, tooLarge, tooSlow, unsupportedMediaType } from "../../../shared/platform/errors.ts";
import type { Route } from "../routes/route.ts";
import { type JsonLimits, parseJson } from "./json.ts";

/** Request bodies: JSON, bounded in size, values and depth, and free of what no later part could store (decisions §1). */
export const bodyLimit = 1024 * 1024;

/** The client went away before its request was whole: there is nobody to answer, and nothing of ours has failed. */
export class ClientGone extends Error {}

export interface BodyLimits extends JsonLimits {
  bytes: number;
  /** by then the body is there, or it is answered 408 */
  timeoutMs: number;
}

type ContentLimits = Omit<BodyLimits, "timeoutMs">;

/**
 * Where nobody is signed in yet. A respondent's answers together have 256 KiB; only a graph is made of more values than a
 * form of fields can have.
 */
const publicLimits: ContentLimits = { bytes: 300 * 1024, values: 20_000, depth: 32 };
/** The longest legal one has 26 KB: a name and two passwords of 1,024 characters, each written as `\u` and twice four digits. */
export const entryBodyLimit = 32 * 1024;
const entryLimits: ContentLimits = { ...publicLimits, bytes: entryBodyLimit };
const ownerLimits: ContentLimits = { ...publicLimits, bytes: bodyLimit };
const graphLimits: ContentLimits = { ...ownerLimits, values: 200_000 };

/** What a row's body may have; `carried`: what the bus carries of one, in bytes. */
export function limitsOf(row: Pick<Route, "auth" | "holdsGraph" | "path">, carried: number): ContentLimits {
  const limits = contentLimitsOf(row);
  return { ...limits, bytes: Math.min(limits.bytes, carried) };
}

function contentLimitsOf({ auth, holdsGraph, path }: Pick<Route, "auth" | "holdsGraph" | "path">): ContentLimits {
  if (path.startsWith("/api/auth/")) return entryLimits;
  if (auth === "public" || auth === "none") return publicLimits;
  return holdsGraph ? graphLimits : ownerLimits;
}

/** 1 MiB over a line of 1 Mbit/s takes 8 s */
export const bodyTimeoutMs = 15_000;

/** The body as JSON, `undefined` where it is absent or empty. */
export async function readBody(req: IncomingMessage, limits: BodyLimits): Promise<unknown> {
  const bytes = await readBytes(req, limits.bytes, limits.timeoutMs);
  if (bytes.length === 0) return undefined;
  refuseEncoded(req);
  if (!isJson(req.headers["content-type"])) throw unsupportedMediaType();
  return parseJson(bytes, limits);
}

/** Throws 415: nothing is decompressed here, so nothing small becomes large. */
export function refuseEncoded({ headers }: IncomingMessage): void {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() || "identity";
  if (encoding === "identity") return;
  throw unsupportedMediaType(
    `Compressed request bodies are not accepted: send the body without Content-Encoding: ${encoding}.`,
  );
}

function readBytes(req: IncomingMessage, limit: number, timeoutMs: number): Promise<Buffer> {
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
    // every request closes; an error that nobody needs costs a stack
    if (!req.readableEnded) reject(new ClientGone());
  };
  const timer = setTimeout(() => reject(tooSlow(timeoutMs / 1000)), timeoutMs);
  req.on("data", take).once("end", end).once("close", leave).on("error", leave);
  return promise.finally(() => {
    clearTimeout(timer);
    req.off("data", take).off("end", end).off("close", leave);
  });
}

/** A chunk costs as much as a kilobyte, and memory until its body is whole: so many may be of any size. */
const freeChunks = 1_000;
/** bytes that chunks have in the mean when there are more of them */
const meanChunk = 64;

/** Is given a body's chunks; true when they are so many and so small that the body is refused. */
export function chunkCounter(): (chunk: Buffer) => boolean {
  let [count, size] = [0, 0];
  return (chunk) => {
    count += 1;
    size += chunk.length;
    return count > freeChunks && size < count * meanChunk;
  };
}

function isJson(contentType: string | undefined): boolean {
  const [type, ...parameters] = (contentType ?? "").toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  return type?.trim() === "application/json" && (charset === undefined || /^charset="?utf-8"?$/.test(charset));
}

const busHeadroom = 64 * 1024;

/** Bytes that a request's body may have: 1 MiB, or what a message of the bus can carry of it (decisions §1). */
export function bodyLimitOf(broker: ServiceBroker, logger: Service["logger"]): number {
  const carried = maxPayload(broker);
  const limit = Math.min(bodyLimit, carried - busHeadroom);
  if (limit < bodyLimit)
    logger.info(
      `Request bodies are limited to ${limit} bytes, since a message on the bus may have at most ${carried}.`,
    );
  return limit;
}
