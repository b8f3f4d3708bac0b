import { maskedValue } from "../../../../shared/domain/integrations/maskedValue.ts";

/** A name and value being edited. Names can be empty or duplicate. */
export interface Pair {
  /** identifies the row */
  key: number;
  name: string;
  value: string;
  /** the service has a value that it doesn't show */
  isKept: boolean;
}

export const pairsOf = (value: unknown): Pair[] =>
  Object.entries((value ?? {}) as Record<string, unknown>).map(([name, one], key) => ({
    key,
    name,
    value: one === maskedValue ? "" : String(one),
    isKept: one === maskedValue,
  }));

export const newPair = (pairs: readonly Pair[]): Pair => ({
  key: Math.max(-1, ...pairs.map(({ key }) => key)) + 1,
  name: "",
  value: "",
  isKept: false,
});

/** Returns undefined without names. A kept value that wasn't replaced is sent as the service showed it. */
export function objectOf(pairs: readonly Pair[]): Record<string, string> | undefined {
  const named = pairs.map(({ name, ...pair }) => ({ ...pair, name: name.trim() })).filter(({ name }) => name !== "");
  if (named.length === 0) return undefined;
  return Object.fromEntries(
    named.map(({ name, value, isKept }) => [name, value === "" && isKept ? maskedValue : value]),
  );
}
