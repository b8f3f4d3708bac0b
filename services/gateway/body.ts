import type { IncomingMessage } from "node:http";
import { badRequest, invalid, tooLarge, tooSlow, unsupportedMediaType } from "../../shared/errors.ts";
import { ClientGone } from "./clientGone.ts";

/** Request bodies: JSON, bounded in size and depth, and free of what no later part could store (decisions §1). */
export const bodyLimit = 1024 * 1024;
const depthLimit = 32;
/** 1 MiB over a line of 1 Mbit/s takes 8 s */
const patienceSeconds = 15;

/** The body as JSON, `undefined` where it is absent or empty. `limit` in bytes. */
export async function readBody(req: IncomingMessage, limit: number): Promise<unknown> {
  const bytes = await readBytes(req, limit);
  if (bytes.length === 0) return undefined;
  if (!isJson(req.headers["content-type"]) || req.headers["content-encoding"]) throw unsupportedMediaType();
  const value = parse(bytes);
  checkJson(value);
  // numbers may grow when they are written again, and the bus carries what we write
  if (bytes.length > limit / 8 && Buffer.byteLength(JSON.stringify(value)) > limit) throw tooLarge(limit);
  return value;
}

function readBytes(req: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(req.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
  if (req.destroyed) throw new ClientGone();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) reject(tooLarge(limit));
    else chunks.push(chunk);
  };
  const end = () => resolve(Buffer.concat(chunks, size));
  const leave = () => reject(new ClientGone());
  const timer = setTimeout(() => reject(tooSlow(patienceSeconds)), patienceSeconds * 1000);
  req.on("data", take).once("end", end).once("close", leave).on("error", leave);
  return promise.finally(() => {
    clearTimeout(timer);
    req.off("data", take).off("end", end).off("close", leave);
  });
}

function isJson(contentType: string | undefined): boolean {
  const [type, ...parameters] = (contentType ?? "").toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  return type?.trim() === "application/json" && (charset === undefined || /^charset="?utf-8"?$/.test(charset));
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw badRequest("The request body is not valid JSON.");
  }
}

const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Walks with a list of its own: a body may be nested deeper than the stack is. */
export function checkJson(body: unknown): void {
  const waiting: { value: unknown; path: string; depth: number }[] = [{ value: body, path: "", depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path, depth } = next;
    if (typeof value === "string") checkText(value, path);
    // 1e999 is JSON, but no number that anybody could store
    if (typeof value === "number" && !Number.isFinite(value)) throw invalid([`${path || "body"}: is out of range`]);
    if (typeof value !== "object" || value === null) continue;
    if (depth > depthLimit) throw badRequest(`The request body is nested deeper than ${depthLimit} levels.`);
    for (const [key, member] of Object.entries(value)) {
      const memberPath = path ? `${path}.${key}` : key;
      if (forbiddenKeys.has(key)) throw invalid([`${memberPath}: this key is not allowed`]);
      checkText(key, path);
      waiting.push({ value: member, path: memberPath, depth: depth + 1 });
    }
  }
}

function checkText(text: string, path: string): void {
  if (text.includes("\u0000")) throw invalid([`${path || "body"}: must not contain U+0000`]);
  if (!text.isWellFormed()) throw invalid([`${path || "body"}: must not contain half of a surrogate pair`]);
}
