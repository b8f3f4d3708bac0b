import type { MarkupKind } from "../types.ts";
import { type Block, parseBlocks } from "./blocks.ts";
import { parseLine } from "./parse.ts";
import type { Inline } from "./tree.ts";

/**
 * Returns a text without its markup (wants §21.1), never longer than the source. `hasAddresses` says links as `text (address)`,
 * where there is room.
 */
export function plainText(source: string, kind: MarkupKind, hasAddresses = false): string {
  // most texts have no markup
  if (!/[\\*[]/.test(source)) return source;
  if (kind === "line") return plainLine(parseLine(source), hasAddresses);
  return plainBlocks(parseBlocks(source), hasAddresses);
}

/** Returns the plain text of a description's tree. */
export const plainBlocks = (blocks: readonly Block[], hasAddresses = false): string =>
  blocks
    .map((block, at) => `${at === 0 ? "" : block.isApart ? "\n\n" : "\n"}${plainBlock(block, hasAddresses)}`)
    .join("");

/** Returns the plain text of a line's tree. */
export function plainLine(parts: readonly Inline[], hasAddresses = false): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      const text = plainLine(part.children, hasAddresses);
      return part.kind === "link" && hasAddresses && text !== part.href ? `${text} (${part.href})` : text;
    })
    .join("");
}

function plainBlock(block: Block, hasAddresses: boolean): string {
  if (block.kind === "paragraph") return plainLine(block.children, hasAddresses);
  return block.items.map(({ marker, children }) => `${marker}${plainLine(children, hasAddresses)}`).join("\n");
}

/** Returns the source of a plain text that is shown as it is. Only texts that would be markup get backslashes. */
export function sourceOf(text: string, kind: MarkupKind): string {
  if (isPlain(text, kind)) return text;
  const line = text.replace(/\\(?=[\\*[\]()!.-]|$)|[*[\]]/g, "\\$&");
  return kind === "line" ? line : withoutLists(line);
}

/** Returns a description whose lines begin no list. */
export const withoutLists = (text: string): string =>
  text.replace(/^-(?= )/gm, "\\-").replace(/^(\d{1,9})(?=\. )/gm, "$1\\");

/** Returns whether a text is shown as it is written, apart from empty lines. */
export function isPlain(text: string, kind: MarkupKind): boolean {
  if (kind === "line") return isText(parseLine(text), text);
  const blocks = parseBlocks(text).map((block) => (block.kind === "paragraph" ? block.children : null));
  return (
    blocks.every((parts) => parts !== null) &&
    isText(
      blocks.flatMap((parts) => [...parts, "\n"]),
      text,
    )
  );
}

const isText = (parts: readonly Inline[], text: string): boolean =>
  parts.every((part) => typeof part === "string") && spaced(parts.join("")) === spaced(text);

const spaced = (text: string): string => text.replace(/\s+/g, " ").trim();
