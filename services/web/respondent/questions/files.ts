/** Checks a file before its upload (decisions §5). The service decides on its type, by its content. */

export interface FileLimits {
  max_size_mb: number;
  accept: readonly string[];
}

/** Returns why a file can't be accepted. Null if this page sees no problem. */
export function fileFault(
  { size, type }: { size: number; type: string },
  limits: FileLimits,
): "type" | "size" | "empty" | null {
  if (size === 0) return "empty";
  if (size > limits.max_size_mb * 2 ** 20) return "size";
  return media.test(type) && !limits.accept.some((accepted) => media.test(accepted) || accepted === "*/*")
    ? "type"
    : null;
}

/**
 * Browsers take a file's type from its name, and other programs can change it: Excel makes `.csv` its own. The content of an image,
 * sound or video never has another type. SVG is a text.
 */
const media = /^(?:audio|video|image)\/(?!svg)/;
