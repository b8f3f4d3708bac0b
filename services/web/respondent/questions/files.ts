/** Checks a file before its upload (decisions §5). The service checks its content again. */

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
  // browsers send no type for files they don't know
  return type === "" || limits.accept.some((accepted) => isAccepted(type, accepted)) ? null : "type";
}

function isAccepted(type: string, accepted: string): boolean {
  return accepted.endsWith("/*") ? type.startsWith(accepted.slice(0, -1)) : type === accepted;
}
