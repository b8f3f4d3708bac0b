import { crc32, deflateSync } from "node:zlib";

const bytes = (text: string): Buffer<ArrayBuffer> => Buffer.from(text, "base64");

/** The smallest complete image of each type: 1 × 1 px, or 2 × 2 px for AVIF. */
export const images = {
  png: bytes("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  jpeg: bytes(
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////" +
      "////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
  ),
  webp: bytes("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"),
  gif: bytes("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"),
  avif: bytes(
    "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYA" +
      "AAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IA" +
      "AAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAA" +
      "AAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=",
  ),
};

/** Returns the AVIF image with these brands: the major one and four compatible ones. */
export function avifOf(...brands: string[]): Buffer<ArrayBuffer> {
  const rebranded = Buffer.from(images.avif);
  const [major = "avif", ...compatible] = brands;
  rebranded.write(major, 8, "latin1");
  rebranded.write(compatible.join(""), 16, "latin1");
  return rebranded;
}

/** Returns a PNG whose header declares this size. */
export function pngOf(width: number, height: number): Buffer<ArrayBuffer> {
  const forged = Buffer.from(images.png);
  forged.writeUInt32BE(width, 16);
  forged.writeUInt32BE(height, 20);
  return forged;
}

/** Returns a PNG as the body of an upload. */
export async function pngUpload(): Promise<{ raw: Uint8Array<ArrayBuffer>; headers: Record<string, string> }> {
  const form = new FormData();
  form.append("file", new Blob([images.png]), "photo.png");
  const encoded = new Response(form);
  const raw = new Uint8Array(await encoded.arrayBuffer());
  return { raw, headers: { "content-type": encoded.headers.get("content-type") ?? "" } };
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** Returns a black PNG with red, green, blue and transparency of `depth` bits, whose pixels are in so many chunks after empty ones. */
export function blackPng(side: number, { depth = 8, empty = 0, chunks = 1 } = {}): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([depth, 6], 8);
  const pixels = deflateSync(Buffer.alloc(side * (1 + (side * 4 * depth) / 8)), { level: 9 });
  const size = Math.ceil(pixels.length / chunks);
  const parts = Array.from({ length: chunks }, (_, at) => pixels.subarray(at * size, (at + 1) * size));
  return Buffer.concat([
    images.png.subarray(0, 8),
    pngChunk("IHDR", header),
    ...Array<Buffer>(empty).fill(pngChunk("IDAT", new Uint8Array())),
    ...parts.map((part) => pngChunk("IDAT", part)),
    pngChunk("IEND", new Uint8Array()),
  ]) as Buffer<ArrayBuffer>;
}
