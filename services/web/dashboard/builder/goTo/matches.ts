import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { readable } from "../../../ui/readable.ts";
import { nameOfNode } from "../types/names.ts";

/** What can be gone to or added: a node of the form, or one of a type. */
export interface Match {
  /** `go:<id>` or `add:<type>` */
  id: string;
  name: string;
  /** of a node, its place and type */
  detail: string | null;
}

/** More of them than anybody reads: who writes another word finds the rest. */
const shownNodes = 30;

/**
 * Those that have every word of the text in their name, id or type, in the order of the form, but first whose name has it as it was
 * written; and the types likewise.
 */
export function matchesOf(
  text: string,
  nodes: readonly GraphNode[],
  types: readonly string[],
): { nodes: Match[]; types: Match[]; more: number } {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const has = (...texts: string[]) => {
    const whole = plain(texts.join(" "));
    return words.every((word) => whole.includes(word));
  };
  const found = nodes.flatMap((node, at): Match[] => {
    const [name, type] = [nameOfNode(node), readable(node.question_type)];
    return has(name, node.id, type) ? [{ id: `go:${node.id}`, name, detail: `${at + 1}. ${type}` }] : [];
  });
  const added = types.flatMap((type): Match[] => {
    const name = readable(type);
    return has(name, type) ? [{ id: `add:${type}`, name, detail: null }] : [];
  });
  const isWhole = ({ name }: Match) => plain(name).includes(words.join(" "));
  const ranked = (all: Match[]) => [...all.filter(isWhole), ...all.filter((one) => !isWhole(one))];
  return {
    nodes: ranked(found).slice(0, shownNodes),
    types: ranked(added),
    more: Math.max(0, found.length - shownNodes),
  };
}

/** Without accents and capital letters: who looks for `cafe` means `Café` too. */
const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
