import type { Calculation, Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/scores.ts";
import { keysRead } from "../model/calculations.ts";
import { freshId } from "../model/ids.ts";

export const nameOfScore = ({ title, key }: Calculation): string => title || key;

const none = new Set<string>();

/** Returns a free key made of a name. A name without Latin letters and digits gives `score`. */
export function keyOf(name: string, taken: { has(key: string): boolean }, otherwise = "score"): string {
  const isReadable = /[a-z0-9]/i.test(name.normalize("NFKD"));
  return freshId(isReadable ? name : otherwise, taken);
}

/** Whether a key was made of this name, so that it can follow the name. */
export const isKeyOf = (key: string, name: string, otherwise?: string): boolean =>
  bare(key) === bare(keyOf(name, none, otherwise));
const bare = (key: string) => key.replace(/_\d+$/, "");

export const keysOf = (list: readonly { key: string }[]): Set<string> => new Set(list.map(({ key }) => key));

/** Returns the list with a new score at its end. */
export const withNew = (list: readonly Calculation[]): Calculation[] => [
  ...list,
  { key: keyOf("", keysOf(list)), decimals: 0, value: { sum: [] } },
];

/** Returns the list with a copy after the score at this index. */
export function withCopy(list: readonly Calculation[], at: number): Calculation[] {
  const score = list[at];
  if (!score) return [...list];
  const title = words.copyOf(nameOfScore(score)).slice(0, 500);
  return list.toSpliced(at + 1, 0, { ...score, key: keyOf(title, keysOf(list)), title });
}

/** Returns the list with a score moved, or the pair that forbids it: a score reads only those before it. */
export function withMove(
  list: readonly Calculation[],
  from: number,
  to: number,
): { list: Calculation[] } | { reader: Calculation; read: Calculation } {
  const moved = list[from];
  if (!moved || to < 0 || to >= list.length) return { list: [...list] };
  for (const other of list.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    const [read, reader] = to < from ? [other, moved] : [moved, other];
    if (other !== moved && keysRead(reader.value).has(read.key)) return { reader, read };
  }
  return { list: list.toSpliced(from, 1).toSpliced(to, 0, moved) };
}

/** Returns the end screens, and whether each shows the score. */
export function endScreens({ nodes }: Graph, key: string, isEnd: (node: Graph["nodes"][number]) => boolean) {
  return nodes.filter(isEnd).map((node) => {
    const shown = node.data?.config?.show_calculations;
    const keys = Array.isArray(shown) ? shown.map(String) : [];
    return { node, keys, isShown: keys.includes(key) };
  });
}
