import { type Block, parseBlocks } from "../../../../shared/domain/graph/markup/blocks.ts";
import { parseLine } from "../../../../shared/domain/graph/markup/parse.ts";
import { plainBlocks, plainLine } from "../../../../shared/domain/graph/markup/plain.ts";
import { walkedGraph } from "../../../../shared/domain/graph/markup/texts.ts";
import { type Inline, withStrings } from "../../../../shared/domain/graph/markup/tree.ts";
import { asRead } from "../../../../shared/domain/graph/recalls.ts";
import type { GraphNode, NodeData } from "../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../shared/domain/json.ts";
import { type Drawn, markup } from "./markup.ts";

/** Draws texts with emphasis, links and lists. Loaded only by forms with them (wants §21.1). */

type Recall = (kind: string, name: string) => string;
type Config = Record<string, unknown>;

/** A link in a choice doesn't choose it, and Enter on it doesn't continue. */
const stop = (event: { stopPropagation(): void }) => event.stopPropagation();

const Line = ({ parts }: { parts: readonly Inline[] }) => (
  <>
    {parts.map((part) => {
      if (typeof part === "string") return part;
      const inner = <Line parts={part.children} />;
      if (part.kind === "strong") return <strong>{inner}</strong>;
      if (part.kind === "emphasis") return <em>{inner}</em>;
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer" onClick={stop} onKeyDown={stop}>
          {inner}
        </a>
      );
    })}
  </>
);

const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <>
    {blocks.map((block, at) => {
      if (block.kind === "paragraph")
        return (
          <p key={at}>
            <Line parts={block.children} />
          </p>
        );
      const List = block.kind === "bullets" ? "ul" : "ol";
      return (
        <List key={at}>
          {block.items.map(({ children }, index) => (
            <li key={index}>
              <Line parts={children} />
            </li>
          ))}
        </List>
      );
    })}
  </>
);

/** Trees of a node's texts and its config without markup, made once. */
const titles = new WeakMap<NodeData, { title: Inline[]; description: Block[] }>();
const configs = new WeakMap<Config, Config>();

markup.walked = walkedGraph;
markup.line = (source) => <Line parts={parseLine(source)} />;
markup.shown = ({ data, ...node }, recall): GraphNode => {
  const trees = titles.get(data) ?? {
    title: parseLine(data.title ?? ""),
    description: parseBlocks(data.description ?? ""),
  };
  titles.set(data, trees);
  const title = filled(trees.title, data.title, recall);
  const blocks = trees.description.map((block) => filledBlock(block, data.description, recall));
  return {
    ...node,
    data: {
      ...data,
      ...(data.title !== undefined && { title: plainLine(title) }),
      ...(data.description !== undefined && { description: plainBlocks(blocks) }),
      ...(data.config && { config: plainConfig(data.config) }),
      drawn: { title: () => <Line parts={title} />, description: () => <Blocks blocks={blocks} /> },
    } as NodeData,
  };
};

const filled = (parts: readonly Inline[], source = "", recall: Recall): Inline[] =>
  withStrings(parts, (text) => asRead(text, source, recall));

function filledBlock(block: Block, source: string | undefined, recall: Recall): Block {
  if (block.kind === "paragraph") return { ...block, children: filled(block.children, source, recall) };
  const items = block.items.map((item) => ({ ...item, children: filled(item.children, source, recall) }));
  return { ...block, items };
}

/** Returns a config with plain labels, and how to draw them. */
function plainConfig(config: Config): Config {
  const known = configs.get(config);
  if (known) return known;
  const shown: Config = { ...config };
  for (const key of ["options", "rows", "columns"]) if (key in config) shown[key] = items(config[key], "label");
  if ("fields" in config) shown.fields = items(config.fields, "title");
  configs.set(config, shown);
  return shown;
}

const items = (list: unknown, name: "label" | "title"): unknown =>
  Array.isArray(list) ? list.map((item) => (isObject(item) ? plainItem(item, name) : item)) : list;

function plainItem(item: Config, name: "label" | "title"): Config & Drawn {
  const { [name]: source, config } = item;
  if (typeof source !== "string") return item;
  const parts = parseLine(source);
  return {
    ...item,
    [name]: plainLine(parts),
    ...(isObject(config) && { config: plainConfig(config) }),
    drawn: () => <Line parts={parts} />,
  };
}
