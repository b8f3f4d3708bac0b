/** What can be said of a file before it is uploaded (decisions §5); the service looks at its content again. */

export interface FileLimits {
  max_size_mb: number;
  accept: readonly string[];
}

/** Why a file can't be taken; null: nothing that can be seen from here. */
export function fileFault(
  { size, type }: { size: number; type: string },
  limits: FileLimits,
): "type" | "size" | "empty" | null {
  if (size === 0) return "empty";
  if (size > limits.max_size_mb * 2 ** 20) return "size";
  // a browser that does not know a file's type says nothing of it
  return type === "" || limits.accept.some((accepted) => isAccepted(type, accepted)) ? null : "type";
}

function isAccepted(type: string, accepted: string): boolean {
  return accepted.endsWith("/*") ? type.startsWith(accepted.slice(0, -1)) : type === accepted;
}
