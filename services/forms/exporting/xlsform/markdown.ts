import { type Block, parseBlocks } from "../../../../shared/domain/graph/markup/blocks.ts";
import { parseLine } from "../../../../shared/domain/graph/markup/parse.ts";
import type { Inline } from "../../../../shared/domain/graph/markup/tree.ts";
import type { MarkupKind } from "../../../../shared/domain/graph/types.ts";

/** Labels of XLSForms, which are Markdown with character references. A text without markup stays one. */

/**
 * Writes a plain text so that Markdown shows it as it is. Programs that show XLSForms know no backslash before a parenthesis, so a
 * link that isn't one here, such as to `javascript:`, is broken by a reference.
 */
export const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/[*#]|(?<!\w)_|_(?!\w)/g, "\\$&")
    .replace(/(\{\{[^{}]*\}\})/g, (recall) => recall.replaceAll("\\", ""))
    .replaceAll("](", "]&#40;");

/** Writes a text with markup, whose emphasis, links and lists are the same in Markdown. */
export const markdownOf = (source: string, kind: MarkupKind): string =>
  kind === "line" ? lineOf(parseLine(source)) : parseBlocks(source).map(blockOf).join("");

function blockOf(block: Block, at: number): string {
  const before = at === 0 ? "" : block.isApart ? "\n\n" : "\n";
  if (block.kind === "paragraph") return before + lineOf(block.children);
  return before + block.items.map(({ marker, children }) => marker + lineOf(children)).join("\n");
}

const stars = { strong: "**", emphasis: "*" };

const lineOf = (parts: readonly Inline[]): string =>
  parts
    .map((part) => {
      if (typeof part === "string") return escaped(part);
      const inner = lineOf(part.children);
      if (part.kind !== "link") return stars[part.kind] + inner + stars[part.kind];
      return `[${inner.replaceAll("[", "&#91;").replaceAll("]", "&#93;")}](${addressOf(part.href)})`;
    })
    .join("");

/** Parentheses would end the address. */
const addressOf = (href: string): string => href.replaceAll("(", "%28").replaceAll(")", "%29");
