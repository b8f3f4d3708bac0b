import type { Token } from "./tokens.ts";

/** Texts with markup as trees (wants §21.1). Recalls stay in their strings, and `replaceRecalls` fills them in. */

/** A text, or what is around several. Nothing is nested in its own kind. */
export type Inline =
  | string
  | { kind: "strong"; children: Inline[] }
  | { kind: "emphasis"; children: Inline[] }
  | { kind: "link"; href: string; children: Inline[] };

/** Returns a tree with other texts, such as with recalls filled in. */
export const withStrings = (parts: readonly Inline[], replace: (text: string) => string): Inline[] =>
  parts.map((part) =>
    typeof part === "string" ? replace(part) : { ...part, children: withStrings(part.children, replace) },
  );

/** Returns the tree of a line's tokens, whose stars are matched. */
export function treeOf(tokens: readonly Token[]): Inline[] {
  const root: Inline[] = [];
  // the lists that are open, innermost last
  const lists = [root];
  const depths = { strong: 0, emphasis: 0 };
  const add = (part: Inline) => addTo(lists.at(-1) ?? root, part);
  const begin = (mark: 1 | 2) => {
    const kind = kinds[mark];
    depths[kind] += 1;
    // bold inside bold is bold
    if (depths[kind] > 1) return lists.push(lists.at(-1) ?? root);
    const children: Inline[] = [];
    add({ kind, children });
    return lists.push(children);
  };
  for (const token of tokens) {
    if (typeof token === "string") add(token);
    else if (token.kind === "end") lists.pop();
    else if (token.kind === "link") {
      const children: Inline[] = [];
      add({ kind: "link", href: token.href, children });
      lists.push(children);
    } else {
      for (const mark of token.closes) {
        lists.pop();
        depths[kinds[mark]] -= 1;
      }
      add("*".repeat(token.left));
      for (const mark of token.opens.toReversed()) begin(mark);
    }
  }
  return root;
}

const kinds = { 1: "emphasis", 2: "strong" } as const;

/** Joins texts that follow each other. */
function addTo(list: Inline[], part: Inline): void {
  const last = list.at(-1);
  if (typeof part !== "string") list.push(part);
  else if (typeof last === "string") list[list.length - 1] = last + part;
  else if (part !== "") list.push(part);
}
