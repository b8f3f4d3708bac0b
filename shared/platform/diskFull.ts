const codes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);

/** Returns whether a file could not be written because its disk, or a quota on it, is full. */
export const isDiskFull = (error: unknown): boolean => codes.has((error as { code?: unknown } | null)?.code);
