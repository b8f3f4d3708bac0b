import { parseBlocks } from "../../../shared/domain/graph/markup/blocks.ts";
import { parseLine } from "../../../shared/domain/graph/markup/parse.ts";
import type { Inline } from "../../../shared/domain/graph/markup/tree.ts";
import type { MarkupKind } from "../../../shared/domain/graph/types.ts";

/** A text as respondents see it, with emphasis, links and lists (wants §21.1). */
export function MarkedText({ text, kind }: { text: string; kind: MarkupKind }) {
  if (kind === "line") return <MarkedLine parts={parseLine(text)} />;
  return parseBlocks(text).map((block, at) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: parts of a text have no names
    if (block.kind === "paragraph")
      return (
        <p key={at}>
          <MarkedLine parts={block.children} />
        </p>
      );
    const List = block.kind === "bullets" ? "ul" : "ol";
    return (
      <List key={at}>
        {block.items.map(({ children }, index) => (
          <li key={index}>
            <MarkedLine parts={children} />
          </li>
        ))}
      </List>
    );
    // biome-ignore-end lint/suspicious/noArrayIndexKey: parts of a text have no names
  });
}

/** A tree of a line. */
export function MarkedLine({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, at) => {
    if (typeof part === "string") return part;
    const inner = <MarkedLine parts={part.children} />;
    // biome-ignore-start lint/suspicious/noArrayIndexKey: parts of a text have no names
    if (part.kind === "strong") return <strong key={at}>{inner}</strong>;
    if (part.kind === "emphasis") return <em key={at}>{inner}</em>;
    return (
      <a key={at} href={part.href} target="_blank" rel="noopener noreferrer">
        {inner}
      </a>
    );
    // biome-ignore-end lint/suspicious/noArrayIndexKey: parts of a text have no names
  });
}
