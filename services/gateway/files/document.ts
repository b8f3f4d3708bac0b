import type { IncomingMessage } from "node:http";
import { importLimit } from "../../../shared/domain/shapes/imports.ts";
import { fileTooLarge, invalid, overloaded, unsupportedMediaType } from "../../../shared/platform/errors.ts";
import { isJson, readBytes, refuseEncoded } from "../http/body.ts";
import { openForm } from "./form.ts";
import { inTime } from "./receive.ts";

/** Documents that this process reads at the same time, because each is kept in memory. */
const concurrent = 8;
/** 5 MiB take 40 s at 1 Mbit/s. */
const timeoutMs = 60_000;
/** Bytes of a form beside its file. */
const formHeadroom = 64 * 1024;

let reading = 0;

/** Returns the bytes of a JSON document or of the one file of a form. Throws 413 above 5 MiB, 415 for other bodies. */
export async function readDocument(req: IncomingMessage): Promise<Buffer> {
  if (reading >= concurrent) throw overloaded();
  reading += 1;
  try {
    return await bytesOf(req);
  } finally {
    reading -= 1;
  }
}

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
  if (Number(req.headers["content-length"] ?? 0) > importLimit + formHeadroom) throw fileTooLarge(importLimit);
  const timer = setTimeout(() => req.destroy(), timeoutMs);
  try {
    const form = await inTime(openForm(req));
    const bytes = form.bytes.iterator({ destroyOnReturn: false });
    const chunks: Buffer[] = [];
    let size = 0;
    for (let next = await inTime(bytes.next()); !next.done; next = await inTime(bytes.next())) {
      chunks.push(next.value);
      size += next.value.length;
      if (size > importLimit) throw fileTooLarge(importLimit);
    }
    await inTime(form.end);
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(timer);
    req.unpipe();
  }
}
