/** Applies `shuffle` (decisions §4.1). The same seed gives the same order, even after going back. */
export function shuffled<T>(items: readonly T[], shuffle: "none" | "all" | "except_last", seed: string): T[] {
  if (shuffle === "none") return [...items];
  const last = shuffle === "except_last" ? items.slice(-1) : [];
  const rest = items.slice(0, items.length - last.length);
  const random = randomOf(seed);
  for (let index = rest.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [rest[index], rest[other]] = [rest[other] as T, rest[index] as T];
  }
  return [...rest, ...last];
}

/** mulberry32 over an FNV-1a hash of the seed: small and good enough for an order. */
function randomOf(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) as number), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
