import type { IncomingMessage, ServerResponse } from "node:http";
import { attachmentLimit, importLimit } from "../../../shared/api/shapes/imports.ts";
import { fileTooLarge, invalid, overloaded, tooSlow, unsupportedMediaType } from "../../../shared/platform/errors.ts";
import { openRoom } from "../../../shared/platform/room.ts";
import { isJson, readBytes, refuseEncoded } from "../http/body.ts";
import type { Route, SentDocument } from "../http/request.ts";
import { type FormFile, readForm } from "./form.ts";
import { idleSeconds } from "./receive.ts";

/** 5 MiB take 40 s at 1 Mbit/s. */
const timeoutMs = 60_000;
/** Bytes of a form beside its files. */
const formHeadroom = 64 * 1024;
/** Documents that this process keeps in memory, from their arrival to their response. */
const room = openRoom({ perAccount: 2 * (importLimit + formHeadroom), total: 8 * (importLimit + formHeadroom) });

/**
 * Returns a JSON document, or the file and attachments of a form. Throws 413 above 5 MiB, 415 for other bodies, 503 if too many
 * bytes of this account or of all are in memory. A body that hasn't arrived takes no room.
 */
export async function readDocument({ req, res, route: { takes } }: Exchange, accountId: string): Promise<SentDocument> {
  const { promise: full, reject } = Promise.withResolvers<never>();
  let size = 0;
  const take = ({ length }: Buffer) => {
    size += length;
    room.hold(accountId, length);
    if (room.isFull(accountId)) reject(overloaded());
  };
  req.on("data", take);
  res.once("close", () => room.hold(accountId, -size));
  try {
    return await Promise.race([takes ? fileOf(req, takes) : documentOf(req), full]);
  } finally {
    req.off("data", take);
  }
}

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  route: Pick<Route, "takes">;
}

async function documentOf(req: IncomingMessage): Promise<SentDocument> {
  const type = req.headers["content-type"];
  refuseEncoded(req);
  const isForm = /^multipart\/form-data\s*;/i.test(type ?? "");
  if (!isForm && !isJson(type))
    throw unsupportedMediaType("Send a file as `multipart/form-data`, or a document as `application/json`.");
  if (isForm) return joined(await filesOf(req));
  const bytes = await readBytes(req, importLimit, timeoutMs);
  if (bytes.length === 0) throw empty();
  return { bytes, attachments: [] };
}

/** Returns a file that is the whole body, of one of these types. */
async function fileOf(req: IncomingMessage, takes: readonly string[]): Promise<SentDocument> {
  refuseEncoded(req);
  if (!takes.includes(mediaTypeOf(req.headers["content-type"])))
    throw unsupportedMediaType(`Send the file as ${takes.map((type) => `\`${type}\``).join(" or ")}.`);
  const bytes = await readBytes(req, importLimit, timeoutMs);
  if (bytes.length === 0) throw empty();
  return { bytes, attachments: [] };
}

/** Returns the media type without its parameters. */
export const mediaTypeOf = (contentType = ""): string => (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();

const empty = () => invalid(["file: must not be empty"]);

interface Arrived {
  field: string;
  name: string;
  size: number;
  chunks: Buffer[];
}

/** Puts the file before its attachments. The file's field can have any other name. */
function joined(files: readonly Arrived[]): SentDocument {
  const attached = files.filter(({ field }) => field === "attachment");
  const [file, ...others] = files.filter(({ field }) => field !== "attachment");
  if (!file) throw invalid(["file: is required"]);
  if (others.length > 0) throw invalid(["file: must be the only part of the form beside `attachment`"]);
  if (attached.length > attachmentLimit) throw invalid([surplus]);
  if (file.size === 0) throw empty();
  return {
    bytes: Buffer.concat([file, ...attached].flatMap(({ chunks }) => chunks)),
    attachments: attached.map(({ name, size }) => ({ name, size })),
  };
}

const surplus = `attachment: must be at most ${attachmentLimit} files`;

/** Returns the files of a form, in their order. */
async function filesOf(req: IncomingMessage): Promise<Arrived[]> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => req.destroy(), timeoutMs);
  const idle = setTimeout(() => reject(tooSlow(idleSeconds)), idleSeconds * 1000);
  const wait = () => idle.refresh();
  const files: Arrived[] = [];
  let size = 0;
  const take = ({ field, name, bytes }: FormFile) => {
    const file: Arrived = { field, name, size: 0, chunks: [] };
    files.push(file);
    bytes.on("data", (chunk: Buffer) => {
      size += chunk.length;
      file.size += chunk.length;
      if (size > importLimit) reject(fileTooLarge(importLimit, files.length === 1 ? name : "The form with its files"));
      else file.chunks.push(chunk);
    });
  };
  try {
    req.on("data", wait);
    await Promise.race([readForm(req, { files: attachmentLimit + 1, surplus, take }), failed]);
    return files;
  } finally {
    clearTimeout(timer);
    clearTimeout(idle);
    req.off("data", wait);
    req.unpipe();
  }
}
