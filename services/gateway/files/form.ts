import type { IncomingMessage } from "node:http";
import { type Readable, Transform } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { badRequest, chunksTooSmall, invalid, unsupportedMediaType } from "../../../shared/platform/errors.ts";
import { ClientGone, chunkCounter, refuseEncoded } from "../http/body.ts";

/** A multipart form of one file, as it comes in (RFC 7578). */
export interface FileForm {
  /** as its sender calls it, without folders and control characters */
  name: string;
  bytes: Readable;
  /** Resolves at the form's end; rejects when it holds anything beside the file, or breaks off. */
  end: Promise<void>;
}

const nameLimit = 255;

/** 415: uploads are multipart. */
export function refuseOtherForms(req: IncomingMessage): void {
  const isForm = /^multipart\/form-data\s*;/i.test(req.headers["content-type"] ?? "");
  if (!isForm) throw unsupportedMediaType("Files are uploaded as Content-Type: multipart/form-data.");
  refuseEncoded(req);
}

/** The form's file, as soon as it begins. Rejects (400) where the form has none. */
export async function openForm(req: IncomingMessage): Promise<FileForm> {
  const parser = parserOf(req);
  const pieces = openPieces();
  const end = Promise.withResolvers<void>();
  const file = Promise.withResolvers<FileForm>();
  let bytes: Readable | undefined;

  function fail(error: Error): void {
    req.unpipe(pieces);
    pieces.unpipe(parser);
    end.reject(error);
    file.reject(error);
    bytes?.destroy(error);
  }

  parser.on("file", (_field, stream, filename) => {
    // whoever reads it hears of it; nobody may be reading any more
    bytes = stream.on("error", () => undefined);
    file.resolve({ name: cleanName(filename), bytes: stream, end: end.promise });
  });
  const more = () => fail(invalid(["file: must be the only part of the form"]));
  parser.on("filesLimit", more).on("fieldsLimit", more).on("partsLimit", more);
  parser.once("error", () => fail(malformed()));
  parser.once("finish", () => (bytes ? end.resolve() : fail(invalid(["file: is required"]))));
  req.once("close", () => req.complete || fail(new ClientGone()));
  // whoever waits for the file hears of it there
  end.promise.catch(() => undefined);
  const areTooSmall = chunkCounter();
  req.on("data", (chunk: Buffer) => {
    if (areTooSmall(chunk)) fail(chunksTooSmall());
  });
  req.pipe(pieces).pipe(parser);
  return file.promise;
}

/** Every delimiter of a multipart form begins so. */
const delimiterBegin = "\r\n--";
/** A form of one file has two delimiters, and a file that holds what looks like one does so rarely. */
const freeDelimiters = 16;
const pieceBytes = 4 * 1024;

/**
 * The parser goes through all that it is given at once, refused or not, and a part of six bytes costs it as much as kilobytes
 * of a file: so what may be thousands of parts is given to it in pieces, and after a refusal it gets no further one.
 */
const openPieces = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const size = mayBeParts(chunk) ? pieceBytes : chunk.length;
      for (let at = 0; at < chunk.length; at += size) this.push(chunk.subarray(at, at + size));
      done();
    },
  });

function mayBeParts(chunk: Buffer): boolean {
  let found = 0;
  for (let at = chunk.indexOf(delimiterBegin); at >= 0; at = chunk.indexOf(delimiterBegin, at + 1)) {
    found += 1;
    if (found > freeDelimiters) return true;
  }
  return false;
}

const malformed = () => badRequest("The request body is not valid multipart/form-data.");

function parserOf({ headers }: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: headers as { "content-type": string },
      limits: { files: 1, fields: 0, parts: 2, headerPairs: 50, headerSize: 16 * 1024 },
    });
  } catch {
    throw malformed();
  }
}

function cleanName(name: string | undefined): string {
  const clean = (name ?? "")
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, "")
    .trim();
  return [...clean].slice(0, nameLimit).join("") || "file";
}
