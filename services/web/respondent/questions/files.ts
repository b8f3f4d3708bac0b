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
  const kind = kindOf(type);
  return kind !== undefined && !limits.accept.some((accepted) => accepted === "*/*" || kindOf(accepted) === kind)
    ? "type"
    : null;
}

/**
 * Returns the kind of images, and that of sounds and videos, whose content never has another type. Browsers take other types from a
 * file's name, and programs change them: Excel makes `.csv` its own. SVG is a text.
 */
const kindOf = (type: string): string | undefined =>
  /^image\/(?!svg)/.test(type) ? "image" : /^(?:audio|video)\//.test(type) ? "sound" : undefined;
