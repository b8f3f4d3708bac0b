/** A part of a text: in both, only in the old one, or only in the new one. */
export interface DiffPart {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Words of each text. Longer ones are shown whole. */
const wordLimit = 300;

/** Compares two texts word by word, by their longest common subsequence. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  if (old.length > wordLimit || now.length > wordLimit)
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  const lengths = commonLengths(old, now);
  const parts: DiffPart[] = [];
  const add = (kind: DiffPart["kind"], text = "") => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [kept, skipped] = [lengths[i]?.[j + 1] ?? -1, lengths[i + 1]?.[j] ?? -1];
    if (i < old.length && old[i] === now[j]) {
      add("same", old[i]);
      [i, j] = [i + 1, j + 1];
    } else if (i < old.length && (j >= now.length || skipped >= kept)) add("removed", old[i++]);
    else add("added", now[j++]);
  }
  return parts;
}

/** Words with the spaces and signs between them, each on its own. Inserts stay whole. */
const wordsOf = (text: string): string[] =>
  text.match(/\{\{[^{}]*\}\}|[\p{L}\p{N}\p{M}]+|\s+|[^\s\p{L}\p{N}\p{M}]/gu) ?? [];

/** Length of the longest common subsequence of what follows each pair of places. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const [row, next] = [lengths[i] as number[], lengths[i + 1] as number[]];
      row[j] = old[i] === now[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}
