import type { Qr } from "../../../ui/qr.ts";

/** minimum size, enough for print */
const pixels = 1_200;

/** Draws the code with whole pixels per module, so edges are sharp. */
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

/** Downloads a file that was made in the browser. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // the download has started by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
