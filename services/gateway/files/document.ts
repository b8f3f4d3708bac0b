import type { IncomingMessage, ServerResponse } from "node:http";
import { importLimit } from "../../../shared/domain/shapes/imports.ts";
import { fileTooLarge, invalid, overloaded, unsupportedMediaType } from "../../../shared/platform/errors.ts";
import { isJson, readBytes, refuseEncoded } from "../http/body.ts";
import { openForm } from "./form.ts";
import { inTime } from "./receive.ts";

/** 5 MiB take 40 s at 1 Mbit/s. */
const timeoutMs = 60_000;
/** Bytes of a form beside its file. */
const formHeadroom = 64 * 1024;
/** Bytes of documents that this process keeps in memory, of all accounts and of one. */
const roomInAll = 8 * (importLimit + formHeadroom);
const roomOfAccount = 2 * (importLimit + formHeadroom);

/** Bytes of documents by account, from their arrival to their response. */
const held = new Map<string, number>();

/**
 * Returns the bytes of a JSON document or of the one file of a form. Throws 413 above 5 MiB, 415 for other bodies, 503 if too many
 * bytes of this account or of all are in memory. A body that hasn't arrived takes no room.
 */
export async function readDocument({ req, res }: Exchange, accountId: string): Promise<Buffer> {
  const { promise: full, reject } = Promise.withResolvers<never>();
  let size = 0;
  const take = ({ length }: Buffer) => {
    size += length;
    hold(accountId, length);
    if (isFull(accountId)) reject(overloaded());
  };
  req.on("data", take);
  res.once("close", () => hold(accountId, -size));
  try {
    return await Promise.race([bytesOf(req), full]);
  } finally {
    req.off("data", take);
  }
}

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
}

function hold(accountId: string, bytes: number): void {
  const now = (held.get(accountId) ?? 0) + bytes;
  if (now > 0) held.set(accountId, now);
  else held.delete(accountId);
}

const isFull = (accountId: string): boolean =>
  (held.get(accountId) ?? 0) > roomOfAccount || held.values().reduce((sum, bytes) => sum + bytes, 0) > roomInAll;

async function bytesOf(req: IncomingMessage): Promise<Buffer> {
  const type = req.headers["content-type"];
  refuseEncoded(req);
  const isForm = /^multipart\/form-data\s*;/i.test(type ?? "");
  if (!isForm && !isJson(type))
    throw unsupportedMediaType("Send a file as `multipart/form-data`, or a document as `application/json`.");
  const bytes = isForm ? await fileOf(req) : await readBytes(req, importLimit, timeoutMs);
  if (bytes.length === 0) throw invalid(["file: must not be empty"]);
  return bytes;
}

async function fileOf(req: IncomingMessage): Promise<Buffer> {
  const timer = setTimeout(() => req.destroy(), timeoutMs);
  try {
    const form = await inTime(openForm(req));
    const isLarge = Number(req.headers["content-length"] ?? 0) > importLimit + formHeadroom;
    if (isLarge) throw fileTooLarge(importLimit, form.name);
    const bytes = form.bytes.iterator({ destroyOnReturn: false });
    const chunks: Buffer[] = [];
    let size = 0;
    for (let next = await inTime(bytes.next()); !next.done; next = await inTime(bytes.next())) {
      chunks.push(next.value);
      size += next.value.length;
      if (size > importLimit) throw fileTooLarge(importLimit, form.name);
    }
    await inTime(form.end);
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(timer);
    req.unpipe();
  }
}
