import type { GraphNode, NodeData } from "../../../../shared/domain/graph/types.ts";
import { type Item, placed, unseen } from "../importedForm.ts";
import { unmarked } from "../marks.ts";
import { records, text } from "../values.ts";
import { fitted, worded } from "../wording.ts";
import type { Block, Page } from "./blocks.ts";
import { addNode, idOf } from "./current.ts";
import type { TallyForm } from "./form.ts";
import { type Visibility, visibilityOf } from "./logic.ts";
import { mentionPattern, textOf } from "./texts.ts";

/** Blocks that name the question after them. */
export const isTitle = ({ type }: Block): boolean => type === "TITLE" || type === "LABEL" || type === "QUESTION";
const isHeading = (block: Block): boolean => isTitle(block) || /^HEADING_[1-3]$/.test(block.type);
const isImage = ({ type }: Block): boolean => type === "IMAGE";

/** Whether a block has only a text or an image. */
export const isContent = (block: Block): boolean => isHeading(block) || isImage(block) || block.type === "TEXT";

export const visibilityIn = ({ rules }: TallyForm, { uuid, payload }: Block): Visibility =>
  visibilityOf(rules.effectsOn(uuid), payload.isHidden === true);

/** Returns the same for blocks that are shown together. */
export const visibilityKey = ({ rules }: TallyForm, { uuid, payload }: Block): string =>
  `${payload.isHidden === true}${rules.keyOf(uuid)}`;

interface Parts {
  title: Block | undefined;
  /** texts of the question's description, and its images */
  details: Block[];
  others: Block[];
}

/** Divides the blocks before an answer. Those after the last title belong to it, and so do images that stand alone before it. */
export function partsOf(blocks: readonly Block[], isTogether: (block: Block) => boolean): Parts {
  const at = blocks.findLastIndex(isTitle);
  if (at < 0) return { title: undefined, details: [], others: [...blocks] };
  const before = blocks.slice(0, at);
  const after = blocks.slice(at + 1);
  const images = new Set(before.every(isImage) ? before.filter(isTogether) : []);
  return {
    title: blocks[at],
    details: [...images, ...after.filter(isTogether)],
    others: [...before.filter((one) => !images.has(one)), ...after.filter((one) => !isTogether(one))],
  };
}

/** Returns a name for messages. */
export const nameOf = (shown: string): string => unmarked(shown).replace(mentionPattern, "…").replace(/\s+/g, " ");

/** Returns the UUIDs of the fields that a text inserts. */
export const readsOf = ({ mentions }: TallyForm, shown: string): string[] =>
  mentions.in(shown).map(({ field }) => text(field.uuid));

/** Adds text blocks that belong to no question. A heading begins a screen, and so does a block with other conditions. */
export function addStatements(tally: TallyForm, page: Page, blocks: readonly Block[]): void {
  const groups: Block[][] = [];
  let key = "";
  for (const block of blocks) {
    const own = visibilityKey(tally, block);
    const last = groups.at(-1);
    if (last && own === key && !isHeading(block)) last.push(block);
    else groups.push([block]);
    key = own;
  }
  for (const group of groups) addStatement(tally, page, group);
}

function addStatement(tally: TallyForm, page: Page, blocks: readonly Block[]): void {
  const [first] = blocks;
  if (!first) return;
  const { form } = tally;
  const shown = blocks.map((block) =>
    isImage(block) ? captionOf(block) : textOf(tally.mentions, block.payload, page.at),
  );
  // empty blocks are only space
  if (shown.every((it) => it === "") && !blocks.some(isImage)) return;
  const item = form.item(placed(`blocks[${first.at}]`, nameOf(shown.find(Boolean) ?? "image")));
  for (const block of blocks) if (!isImage(block)) noteMedia(tally, block, page, item);
  const visibility = visibilityIn(tally, first);
  if (visibility === false) {
    item.leaveOut(unseen);
    return;
  }
  const [title = "", ...rest] = shown.filter(Boolean);
  const isLong = title.length > 200 && !isHeading(first);
  const words = isLong ? worded(item, "", [title, ...rest].join("\n\n")) : worded(item, title, rest.join("\n\n"));
  const reads = shown.flatMap((it) => readsOf(tally, it));
  const current = { item, page, name: `block ${first.at}`, visibility, reads };
  const node = addNode(tally, current, {
    id: idOf("text"),
    question_type: "welcome_screen",
    data: { ...words, config: {} },
  });
  addImages(item, node, blocks);
}

/** Reads a text again for what is lost of it. */
function noteMedia(tally: TallyForm, { payload }: Block, { at }: Page, item: Item): void {
  textOf(tally.mentions, payload, at, item);
}

const captionOf = ({ payload }: Block): string => text(payload.caption);

/** Adds the first image to a node. A node has one. */
export function addImages(item: Item, node: GraphNode, blocks: readonly Block[]): void {
  const images = blocks.filter(isImage).flatMap(({ payload }) => {
    const alt = text(payload.altText) || text(payload.alt);
    const urls = records(payload.images).map(({ url }) => text(url));
    return (urls.length > 0 ? urls : [text(payload.url)]).map((url) => ({ url, alt: fitted(alt) }));
  });
  const [image] = images;
  if (!image) return;
  if (image.url.startsWith("https://") && URL.canParse(image.url)) node.data.image = image;
  else item.lostPart("media", "Its image has no https address.");
  if (images.length > 1) item.lostPart("media", "Only the first of its images is shown.");
}

/** Returns the description of a question: the texts between its title and its answer. */
export function detailsIn(tally: TallyForm, { at }: Page, blocks: readonly Block[], item: Item): string {
  const shown = blocks.map((block) =>
    isImage(block) ? captionOf(block) : textOf(tally.mentions, block.payload, at, item),
  );
  return shown.filter(Boolean).join("\n\n");
}

/** Returns the texts of a thank-you page. Its screen is always shown whole. */
export function endWords(tally: TallyForm, page: Page, item: Item): Pick<NodeData, "title" | "description"> {
  const blocks = page.blocks.filter(isContent);
  const shown = blocks.filter((block) => visibilityIn(tally, block) !== false);
  if (shown.some((block) => visibilityIn(tally, block) !== true))
    item.lostPart("condition", "Logic shows or hides parts of it. Here, all parts are shown.");
  const texts = shown
    .filter((block) => !isImage(block))
    .map((block) => ({ block, shown: textOf(tally.mentions, block.payload, page.at, item) }))
    .filter((it) => it.shown !== "");
  const heading = texts.find(({ block }) => isHeading(block)) ?? texts[0];
  const rest = texts.filter((it) => it !== heading).map((it) => it.shown);
  return worded(item, heading?.shown || "Thank you", rest.join("\n\n"));
}
