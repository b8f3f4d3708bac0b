import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress } from "node:zlib";
import { type Context, Errors, type Middleware } from "moleculer";
import { answerTooLarge } from "../platform/errors.ts";
import { middleware } from "./internals.ts";
import { brotliParams } from "./packets.ts";

/**
 * Sends results with a long text in pieces, such as a draft with 20 languages: NATS carries 1 MiB per message. A caller says in a
 * header that it joins pieces, because copies of the previous release don't. The text is compressed outside of the event loop, and
 * each piece has a turn of its own.
 */
const header = "joins-pieces";
/** In bytes of UTF-8. One message carries shorter texts, even if they hardly compress. */
const longText = 512 * 1024;
/** In bytes of UTF-8. */
const longestText = 32 * 1024 * 1024;
/** Below the size that the bus compresses, as JSON (packets.ts). */
const pieceBytes = 64 * 1024;

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Returns a stream of these bytes in pieces that a message carries, one per turn of the event loop. */
export function streamOf(bytes: Buffer): Readable {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      yield bytes.subarray(at, at + pieceBytes);
      await setImmediate();
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

export function largeResults(): Middleware {
  return middleware({
    name: "LargeResults",
    localAction(next: (context: Context) => Promise<unknown>) {
      return async (context: Context) => {
        const result = await next(context);
        return header in context.headers ? inPieces(result) : result;
      };
    },
    remoteAction(next: (context: Context) => Promise<unknown>) {
      return async (context: Context) => {
        context.headers = { ...context.headers, [header]: "1" };
        const result = await next(context);
        return result instanceof Readable ? joined(result, context) : result;
      };
    },
  });
}

/** The result beside its long text. `field` null: the text is the result. */
interface Head {
  field: string | null;
  rest: object;
}

/** Returns the result as a stream if it is a long text or has one: a line with its head, then the text. */
async function inPieces(result: unknown): Promise<unknown> {
  const found = longTextIn(result);
  if (!found) return result;
  const { text, ...head } = found;
  if (Buffer.byteLength(text) > longestText) throw answerTooLarge();
  const bytes = Buffer.from(`${JSON.stringify(head satisfies Head)}\n${text}`);
  return streamOf(await compress(bytes, { params: brotliParams }));
}

function longTextIn(result: unknown): (Head & { text: string }) | null {
  if (isLong(result)) return { field: null, rest: {}, text: result };
  if (typeof result !== "object" || result === null || Array.isArray(result)) return null;
  const [field, text] = Object.entries(result).find(([, value]) => isLong(value)) ?? [];
  return field === undefined ? null : { field, rest: { ...result, [field]: "" }, text };
}

const isLong = (value: unknown): value is string =>
  typeof value === "string" && value.length > longText / 3 && Buffer.byteLength(value) > longText;

async function joined(stream: Readable, { action, nodeID }: Context): Promise<unknown> {
  const pieces: Buffer[] = await stream.toArray().catch(() => {
    // its copy left in between
    throw new Errors.RequestRejectedError({ action: action?.name ?? "", nodeID: nodeID ?? "" });
  });
  const bytes = await decompress(Buffer.concat(pieces), { maxOutputLength: longestText + longText });
  const lineEnd = bytes.indexOf("\n");
  const { field, rest } = JSON.parse(bytes.toString("utf8", 0, lineEnd)) as Head;
  const text = bytes.toString("utf8", lineEnd + 1);
  return field === null ? text : { ...rest, [field]: text };
}
