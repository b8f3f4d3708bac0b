import { placed, unreachable } from "../importedForm.ts";
import { PageBuilder } from "../pageBuilder.ts";
import { text } from "../values.ts";
import { worded } from "../wording.ts";
import { type Block, isGrouped, isOption, kindOf, type Page } from "./blocks.ts";
import * as content from "./content.ts";
import { type Current, idOf, leaveOut } from "./current.ts";
import type { TallyForm } from "./form.ts";
import { type Visibility, visibilityOf } from "./logic.ts";
import { addQuestion, isQuestion } from "./questions.ts";
import { textOf } from "./texts.ts";

/** Blocks between a title and its answer are the description. Others are text blocks. */
export function addPage(tally: TallyForm, page: Page): void {
  const pages = new PageBuilder(tally.form);
  pages.start("");
  const groups = Map.groupBy(page.blocks.filter(isPartOfGroup), groupOf);
  let open: Block[] = [];
  const flush = () => {
    if (page.isReachable) content.addStatements(tally, page, open);
    else leaveOutTexts(tally, open);
    open = [];
  };
  for (const block of page.blocks) {
    const group = isPartOfGroup(block) ? (groups.get(groupOf(block)) ?? []) : [block];
    if (content.isContent(block)) open.push(block);
    else if (isQuestion(kindOf(block))) {
      if (group[0] !== block) continue;
      const { title, details, others } = content.partsOf(open, sameAs(tally, group));
      open = others;
      flush();
      addAnswer(tally, page, { blocks: group, title, details });
    } else if (block.type === "DIVIDER") flush();
    else if (!silent.has(block.type)) loseBlock(tally, block);
  }
  flush();
  pages.end();
}

const isPartOfGroup = (block: Block): boolean => isGrouped(kindOf(block)) && block.group !== "";
const groupOf = (block: Block): string => `${kindOf(block)} ${block.group}`;

/** Blocks that are read elsewhere, and those that only place others. */
export const silent = new Set(["FORM_TITLE", "CONDITIONAL_LOGIC", "CALCULATED_FIELDS", "HIDDEN_FIELDS"]);

/** Returns whether a text is shown together with a question, or always. */
function sameAs(tally: TallyForm, blocks: readonly Block[]): (block: Block) => boolean {
  const keys = new Set(["false", ...blocks.map((block) => content.visibilityKey(tally, block))]);
  return (block) => keys.has(content.visibilityKey(tally, block));
}

function leaveOutTexts({ form, mentions }: TallyForm, blocks: readonly Block[]): void {
  for (const block of blocks)
    form.item(placed(`blocks[${block.at}]`, content.nameOf(textOf(mentions, block.payload, 0)))).leaveOut(unreachable);
}

const lostBlocks: Readonly<Record<string, [code: string, message: string]>> = {
  CAPTCHA: ["captcha", "Captchas aren't imported. Pathform keeps bots out in other ways."],
  EMBED: ["media", "Embedded pages aren't shown."],
  EMBED_VIDEO: ["media", "Its video isn't shown."],
  EMBED_AUDIO: ["media", "Its sound isn't played."],
};

export function loseBlock({ form }: TallyForm, { at, type, payload }: Block): void {
  const url = [payload.inputUrl, payload.url].map(text).find(Boolean) ?? "";
  const unknown = ["unknown_type", `The type “${type.slice(0, 60)}” isn't known.`] as const;
  const [code, message] = (Object.hasOwn(lostBlocks, type) && lostBlocks[type]) || unknown;
  form.item(placed(`blocks[${at}]`, url)).lost(code, message);
}

interface Answer {
  blocks: readonly Block[];
  title: Block | undefined;
  details: readonly Block[];
}

function addAnswer(tally: TallyForm, page: Page, { blocks, title, details }: Answer): void {
  const [first] = blocks;
  if (!first) return;
  const kind = kindOf(first);
  const [name, placeholder] = ["name", "placeholder"].map((key) => text(first.payload[key]));
  // without a title, the block of a group can have its text, but those of options have labels
  const named = title ?? (isOption(first) ? null : first);
  const shown = named ? textOf(tally.mentions, named.payload, page.at) : "";
  const fallback = name || placeholder || text(first.payload.text) || kind.replaceAll("_", " ").toLowerCase();
  const item = tally.form.item(placed(`blocks[${first.at}]`, content.nameOf(shown) || fallback));
  if (title) textOf(tally.mentions, title.payload, page.at, item);
  const description = content.detailsIn(tally, page, details, item);
  const own = ownVisibility(tally, blocks);
  if (own && title && !sameAs(tally, blocks)(title))
    item.changed("title_condition", "Its title has other conditions than its answer. Here, both are shown together.");
  const current: Current = {
    item,
    page,
    kind,
    blocks,
    name: `block ${first.at}`,
    id: idOf(content.nameOf(shown), name ?? "", kind.toLowerCase()),
    title: content.nameOf(shown) || fallback,
    words: worded(item, shown || fallback, description),
    visibility: own ?? (title ? content.visibilityIn(tally, title) : true),
    reads: content.readsOf(tally, `${shown} ${description}`),
  };
  if (!page.isReachable) leaveOut(tally, current, unreachable);
  else if (current.visibility === false) leaveOut(tally, current);
  else {
    const node = addQuestion(tally, current);
    if (node) content.addImages(item, node, details);
  }
}

/** Returns when an answer is shown, or null if only its title says so. Logic can name all options, or their group. */
function ownVisibility(tally: TallyForm, blocks: readonly Block[]): Visibility | null {
  const { rules } = tally;
  const [first] = blocks;
  const isOwn = ({ uuid, payload }: Block) => payload.isHidden === true || rules.effectsOn(uuid).length > 0;
  const owner = blocks.every(isOwn) ? first : blocks.find((block) => block.type === kindOf(block) && isOwn(block));
  if (owner) return content.visibilityIn(tally, owner);
  const ofGroup = rules.effectsOn(first?.group ?? "");
  return ofGroup.length > 0 ? visibilityOf(ofGroup, false) : null;
}
