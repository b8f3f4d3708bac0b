import type { Qr } from "./qr.ts";

/** at least: it is printed */
const pixels = 1_200;

/** Every module has the same whole number of pixels: so its edges are sharp. */
export async function pngOf({ size, path }: Qr): Promise<Blob | null> {
  const scale = Math.ceil(pixels / size);
  const canvas = document.createElement("canvas");
  canvas.width = size * scale;
  canvas.height = size * scale;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = "#000";
  context.fill(new Path2D(path));
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Hands a file to the browser, as if it had been downloaded. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // the browser has begun with it by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
