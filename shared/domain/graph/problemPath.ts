import type { Problem } from "./types.ts";

/** Returns the keys of a path. Empty for the whole graph. */
export const keysOf = (path: string | null): string[] =>
  (path ?? "")
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Returns the keys of a problem's place, with those of a missing part. */
export const placeKeys = ({ path, reason: { field } }: Pick<Problem, "path" | "reason">): string[] =>
  field === undefined ? keysOf(path) : [...keysOf(path), ...field.split(".")];
