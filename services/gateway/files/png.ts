import { once } from "node:events";
import { crc32, createInflate } from "node:zlib";

/** Why a PNG isn't accepted. `isCostly`: it may be an image, but decoding it costs too much. */
export interface PngFault {
  reason: string;
  isCostly: boolean;
}

/**
 * Decodes a PNG (ISO/IEC 15948), to know that it is an image and not only begins like one. Returns why it can't be, or null. Bytes
 * after its end are left alone, as readers do. The pixels are counted, never kept. Its cost is known before it is decoded.
 */
export async function faultOfPng(file: Buffer): Promise<PngFault | null> {
  const chunks = chunksOf(file);
  if (chunks === "too many") return costly(`has more than ${chunkLimit.toLocaleString("en")} chunks`);
  const layout = layoutOf(chunks?.[0]);
  if (!chunks || typeof layout === "string") return broken(typeof layout === "string" ? layout : unreadable);
  if (layout.bytes > unpackedLimit) return costly(`has more than ${unpackedLimit / 2 ** 20} MiB when it is unpacked`);
  const data = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map((chunk) => chunk.data));
  return (await inflatedBytes(data, layout.bytes)) === layout.bytes ? null : broken(unreadable);
}

const costly = (reason: string): PngFault => ({ reason, isCostly: true });
const broken = (reason: string): PngFault => ({ reason, isCostly: false });
const unreadable = "can't be read";

/** Returns the bytes of the pixels, with a byte before each row. A text says why the header is wrong. */
function layoutOf(header: Chunk | undefined): { bytes: number } | string {
  if (header?.type !== "IHDR" || header.data.length !== 13) return unreadable;
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  const [depth = 0, color = 0, , , interlace = 0] = header.data.subarray(8);
  if (width === 0 || height === 0) return "has no pixels";
  if (width * height > pixelLimit) return `has more than ${pixelLimit.toLocaleString("en")} pixels`;
  const channels = channelsOf[color];
  if (!channels || ![1, 2, 4, 8, 16].includes(depth) || interlace > 1) return unreadable;
  const bytes = passesOf(width, height, interlace === 1).reduce(
    (sum, [columns, rows]) => sum + (columns > 0 ? rows * (1 + Math.ceil((columns * channels * depth) / 8)) : 0),
    0,
  );
  return { bytes };
}

/** As many as 4,096 × 4,096. A page's drawing has about two million. */
const pixelLimit = 16_777_216;
/** Bytes of the pixels: as many with 8 bits of red, green, blue and transparency, as pages draw. */
const unpackedLimit = 68 * 2 ** 20;
/** Programs write pixels in chunks of 8 KiB or more, of which 1 MiB has 128. */
const chunkLimit = 2_000;
/** Bytes that are unpacked at a time. Each time costs a turn of the event loop. */
const pieceBytes = 2 ** 20;
const signatureBytes = 8;
/** Color types: grey, RGB, palette, grey and RGB with transparency. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Chunk {
  type: string;
  data: Buffer;
}

/** Returns the chunks up to the end of the image. Null if it is cut, or one isn't what was written. */
function chunksOf(file: Buffer): Chunk[] | "too many" | null {
  const chunks: Chunk[] = [];
  for (let at = signatureBytes; at + 12 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    if (end + 4 > file.length || crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) return null;
    const chunk = { type: file.toString("latin1", at + 4, at + 8), data: file.subarray(at + 8, end) };
    if (chunk.type === "IEND") return chunks;
    if (chunks.length === chunkLimit) return "too many";
    chunks.push(chunk);
    at = end + 4;
  }
  return null;
}

/** Returns columns and rows of the image, or of its seven passes (Adam7). */
function passesOf(width: number, height: number, isInterlaced: boolean): [columns: number, rows: number][] {
  if (!isInterlaced) return [[width, height]];
  const starts = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  return starts.map(([x, y, dx, dy]) => [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)]);
}

/** Returns how many bytes the compressed data has, and stops beyond `limit`. -1 if it isn't compressed data. */
async function inflatedBytes(data: Buffer, limit: number): Promise<number> {
  const inflate = createInflate({ chunkSize: Math.min(pieceBytes, limit + 64) });
  let count = 0;
  inflate.on("data", (part: Buffer) => {
    count += part.length;
    if (count > limit) inflate.destroy();
  });
  const closed = once(inflate, "close");
  inflate.once("error", () => (count = -1));
  inflate.end(data);
  await closed.catch(() => undefined);
  return count;
}
