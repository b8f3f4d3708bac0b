import type { IncomingMessage } from "node:http";
import { type Readable, Transform } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { badRequest, chunksTooSmall, invalid, unsupportedMediaType } from "../../../shared/platform/errors.ts";
import { ClientGone, chunkCounter, refuseEncoded } from "../http/body.ts";

/** A multipart form with one file, while it arrives (RFC 7578). */
export interface FileForm {
  /** As the sender names it, without folders and control characters. */
  name: string;
  bytes: Readable;
  /** Resolves at the form's end. Rejects if the form has another part or breaks off. */
  end: Promise<void>;
  /** text fields that have arrived so far, by name */
  texts: ReadonlyMap<string, string>;
}

/** Text fields that a form can have, with their maximum bytes. */
export type TextFields = Readonly<Record<string, number>>;

const nameLimit = 255;

/** Throws 415 unless it is multipart. */
export function refuseOtherForms(req: IncomingMessage): void {
  const isForm = /^multipart\/form-data\s*;/i.test(req.headers["content-type"] ?? "");
  if (!isForm) throw unsupportedMediaType("Upload files as `multipart/form-data`.");
  refuseEncoded(req);
}

/** Resolves when the form's file begins. Rejects (400) if the form has none. With text fields, the file's own is `file`. */
export async function openForm(req: IncomingMessage, fields: TextFields = {}): Promise<FileForm> {
  const file = Promise.withResolvers<FileForm>();
  const texts = new Map<string, string>();
  const names = Object.keys(fields).map((name) => `\`${name}\``);
  const end = readForm(req, {
    files: 1,
    surplus: `file: must be the only part of the form${names.length > 0 ? ` beside ${names.join(", ")}` : ""}`,
    fields,
    texts,
    ...(names.length > 0 && { fileField: "file" }),
    take: ({ name, bytes }) => file.resolve({ name, bytes, end, texts }),
  });
  end.then(() => file.reject(invalid(["file: is required"])), file.reject);
  return file.promise;
}

/** A file of a form, while it arrives. */
export interface FormFile extends Pick<FileForm, "name" | "bytes"> {
  field: string;
}

interface FormReader {
  /** Files that the form can have. Other parts aren't allowed. */
  files: number;
  /** Item of `errors` if the form has more parts. */
  surplus: string;
  /** default: none */
  fields?: TextFields;
  /** gets the fields */
  texts?: Map<string, string>;
  /** Name of the file's part. Without one, any name is taken (decisions §5). */
  fileField?: string;
  take(file: FormFile): void;
}

/** Passes each file of a form when it begins. Resolves at the form's end, and rejects as the bytes of an open file do. */
export async function readForm(
  req: IncomingMessage,
  { files, surplus, fields = {}, texts, fileField, take }: FormReader,
): Promise<void> {
  const parser = parserOf(req, files, fields);
  const pieces = openPieces();
  const end = Promise.withResolvers<void>();
  let bytes: Readable | undefined;

  function fail(error: Error): void {
    req.unpipe(pieces);
    pieces.unpipe(parser);
    end.reject(error);
    bytes?.destroy(error);
  }

  parser.on("file", (field, stream, filename) => {
    // the reader gets the error, if there still is one
    bytes = stream.on("error", () => undefined);
    if (fileField !== undefined && field !== fileField) return fail(invalid([surplus]));
    take({ field, name: cleanName(filename), bytes });
  });
  parser.on("field", (field, text, _, isCut) => {
    if (texts?.has(field)) fail(invalid([`${field}: must be sent once`]));
    else if (isCut) fail(invalid([`${field}: must be at most ${fields[field]} bytes`]));
    else texts?.set(field, text);
  });
  const more = () => fail(invalid([surplus]));
  parser.on("filesLimit", more).on("fieldsLimit", more).on("partsLimit", more);
  parser.once("error", () => fail(malformed()));
  parser.once("finish", end.resolve);
  req.once("close", () => req.complete || fail(new ClientGone()));
  const areTooSmall = chunkCounter();
  req.on("data", (chunk: Buffer) => {
    if (areTooSmall(chunk)) fail(chunksTooSmall());
  });
  req.pipe(pieces).pipe(parser);
  return end.promise;
}

/** The beginning of every delimiter in a multipart form. */
const delimiterBegin = "\r\n--";
/** A form of one file has two delimiters. Files rarely contain more that look like one. */
const freeDelimiters = 16;
const pieceBytes = 4 * 1024;

/**
 * Splits chunks that may contain thousands of parts. The parser processes a whole chunk even after a refusal, and a
 * part of six bytes costs as much as kilobytes of a file.
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

const malformed = () => badRequest("The request body isn't valid `multipart/form-data`.");

function parserOf({ headers }: IncomingMessage, files: number, fields: TextFields): BusboyInstance {
  const count = Object.keys(fields).length;
  const isField = (name: string | undefined) => name !== undefined && Object.hasOwn(fields, name);
  try {
    return new Busboy({
      headers: headers as { "content-type": string },
      // clients send the fields as files too
      ...(count > 0 && { isPartAFile: (name) => !isField(name) }),
      limits: {
        files,
        fields: count,
        ...(count > 0 && { fieldSize: Math.max(...Object.values(fields)) }),
        parts: files + count + 1,
        headerPairs: 50,
        headerSize: 16 * 1024,
      },
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
