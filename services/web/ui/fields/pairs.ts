import { maskedValue } from "../../../../shared/domain/integrations/maskedValue.ts";

/** A name with its value, as it is being written: names may be empty or twice meanwhile. */
export interface Pair {
  /** tells the rows apart */
  key: number;
  name: string;
  value: string;
  /** the service has a value for it that it does not show */
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

/** Undefined where nothing is named. What is kept and not written anew is sent as the service has shown it. */
export function objectOf(pairs: readonly Pair[]): Record<string, string> | undefined {
  const named = pairs.map(({ name, ...pair }) => ({ ...pair, name: name.trim() })).filter(({ name }) => name !== "");
  if (named.length === 0) return undefined;
  return Object.fromEntries(
    named.map(({ name, value, isKept }) => [name, value === "" && isKept ? maskedValue : value]),
  );
}
