import type { Item } from "../importedForm.ts";
import { checkCount, type Raw, record, records, text } from "../values.ts";

/** A block of a form, in the order of the document. */
export interface Block {
  /** place in the document, from 0 */
  at: number;
  uuid: string;
  type: string;
  /** UUID that the options of a question share */
  group: string;
  payload: Raw;
}

/** Blocks that are shown together. A page break begins a page, and its UUID is the page's. */
export interface Page {
  at: number;
  uuid: string;
  /** a thank-you page, which is shown after the form */
  isEnd: boolean;
  blocks: Block[];
  /** whether any path leads to it */
  isReachable: boolean;
  /** parts that have nodes */
  items: Set<Item>;
}

/** Returns the form of a document: it stands alone, or in `data`. */
export const formIn = (document: unknown): Raw => {
  const outer = record(document);
  return [outer, record(outer.data)].find(({ blocks }) => records(blocks).some(isBlock)) ?? {};
};

const isBlock = ({ groupUuid, type }: Raw): boolean => text(groupUuid) !== "" && text(type) !== "";

export function blocksOf(form: Raw): Block[] {
  const blocks = records(form.blocks);
  checkCount(blocks.length);
  return blocks.map(({ uuid, type, groupUuid, payload }, at) => ({
    at,
    uuid: text(uuid),
    type: text(type),
    group: text(groupUuid),
    payload: record(payload),
  }));
}

export function pagesOf(blocks: readonly Block[]): Page[] {
  const begin = (at: number, uuid: string, isEnd: boolean): Page => ({
    at,
    uuid,
    isEnd,
    blocks: [],
    isReachable: true,
    items: new Set(),
  });
  const pages = [begin(0, "", false)];
  for (const block of blocks) {
    const isEnd = block.type === "THANK_YOU_PAGE" || block.payload.isThankYouPage === true;
    if (block.type === "PAGE_BREAK" || block.type === "THANK_YOU_PAGE")
      pages.push(begin(pages.length, block.uuid, isEnd));
    else pages.at(-1)?.blocks.push(block);
  }
  return pages;
}

/** Question types by those of their blocks. An option is a block of its own. */
const kinds: Readonly<Record<string, string>> = {
  MULTIPLE_CHOICE_OPTION: "MULTIPLE_CHOICE",
  DROPDOWN_OPTION: "DROPDOWN",
  CHECKBOX: "CHECKBOXES",
  MULTI_SELECT_OPTION: "MULTI_SELECT",
  RANKING_OPTION: "RANKING",
  MATRIX_ROW: "MATRIX",
  MATRIX_COLUMN: "MATRIX",
};
const grouped = new Set(Object.values(kinds));

/** Returns the type of the question that a block belongs to. */
export const kindOf = ({ type }: Block): string => (Object.hasOwn(kinds, type) ? (kinds[type] as string) : type);

/** Whether questions of the kind take several options. */
export const takesSeveral = (kind: string): boolean => kind === "CHECKBOXES" || kind === "MULTI_SELECT";

/** Whether blocks of the kind that share a group are one question. */
export const isGrouped = (kind: string): boolean => grouped.has(kind);

export const isOption = ({ type }: Block): boolean => Object.hasOwn(kinds, type);
